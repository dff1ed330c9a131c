using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// Where a cache is. The folder is looked for when the first file needs it, so a call whose files need no cache makes no system call for
/// it.
/// </summary>
/// <param name="find">Null where the project has no place for a cache. The cloner knows which folders are on one volume.</param>
internal sealed class CacheLocation(Func<FileCloner, string?> find)
{
    /// <param name="folder">An absolute path.</param>
    internal static CacheLocation At(string folder) => new(_ => Path.GetFullPath(folder));

    /// <summary>The place in the project's repository (<see cref="DefaultCacheFolder"/>).</summary>
    internal static CacheLocation InRepositoryOf(string projectFolder) =>
        new(cloner => DefaultCacheFolder.Of(projectFolder, cloner.AreOnOneVolume, cloner.BelongsToUser));

    internal string? Find(FileCloner cloner) => find(cloner);
}
