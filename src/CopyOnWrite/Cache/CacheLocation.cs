using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// Where a cache is. The folder is looked for when the first file needs it, so a call whose files need no cache makes no system call for
/// it.
/// </summary>
/// <param name="find">Null where there is no place for one. The cloner knows which folders are on one volume.</param>
internal sealed class CacheLocation(Func<FileCloner, string?> find)
{
    /// <param name="folder">Absolute.</param>
    internal static CacheLocation At(string folder) => new(_ => Path.GetFullPath(folder));

    /// <summary>Where the repository of the project has it (<see cref="DefaultCacheFolder"/>).</summary>
    internal static CacheLocation InRepositoryOf(string projectFolder) =>
        new(cloner => DefaultCacheFolder.Of(projectFolder, cloner.AreOnOneVolume));

    internal string? Find(FileCloner cloner) => find(cloner);
}
