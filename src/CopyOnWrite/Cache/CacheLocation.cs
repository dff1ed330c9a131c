using System.IO;

namespace CopyOnWrite;

/// <summary>
/// Where a cache is to be. The folder is looked for when the first file needs it, so a call whose files need no cache makes no system call
/// for it.
/// </summary>
internal abstract class CacheLocation
{
    /// <param name="folder">Absolute.</param>
    internal static CacheLocation At(string folder) => new Named(folder);

    /// <summary>Where the repository of the project has it (<see cref="DefaultCacheFolder"/>).</summary>
    internal static CacheLocation InRepositoryOf(string projectFolder) => new InRepository(projectFolder);

    /// <summary>Null where there is no place for one.</summary>
    /// <param name="cloner">Knows which folders are on one volume.</param>
    internal abstract string? Find(FileCloner cloner);

    private sealed class Named(string folder) : CacheLocation
    {
        internal override string? Find(FileCloner cloner) => Path.GetFullPath(folder);
    }

    private sealed class InRepository(string projectFolder) : CacheLocation
    {
        internal override string? Find(FileCloner cloner) => DefaultCacheFolder.Of(projectFolder, cloner.AreOnOneVolume);
    }
}
