using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// The cross-volume cache, as the files of one call use it: a folder on the destinations' volume with an entry for each source that was
/// copied there from another volume, so that a later copy of that source is a clone of the entry. Nothing is read or created before a
/// file needs it; entries are made behind the call that lacked them, and no call waits for one. A cache that is broken, stale or unavailable costs a copy, never a wrong file and never an error.
/// </summary>
internal abstract class CloneCache : IDisposable
{
    /// <summary>
    /// In bytes. With the write to the disk counted, an entry of this size has paid from the third copy on btrfs and from the fifth on xfs
    /// (docs/benchmarks/threshold.md).
    /// </summary>
    public const long DefaultMinimumFileSize = 64 * 1024;

    private readonly CacheLocation _location;
    private string? _folder;
    private bool _found;

    private protected CloneCache(CacheLocation location) => _location = location;

    /// <summary>In bytes: smaller files are copied.</summary>
    public long MinimumFileSize { get; set; } = DefaultMinimumFileSize;

    /// <summary>Null when there is none, or no file has needed it.</summary>
    public string? Folder => _folder;

    /// <summary>What kept a file of this call from the cache.</summary>
    public CacheProblem Problem { get; private protected set; }

    /// <summary>The system's, beside <see cref="CacheProblem.Inaccessible"/> and <see cref="CacheProblem.NotWritable"/>.</summary>
    public int ErrorNumber { get; private protected set; }

    /// <summary>Whether the folder is there and is a cache that may be used, so that it may be pruned as well.</summary>
    public abstract bool IsOpen { get; }

    /// <summary>Whether the call had sources that were missing in the cache and are added.</summary>
    internal bool HasAdded { get; private protected set; }

    /// <summary>
    /// Closes the folder, and has the sources that were missing in it added by the process's <see cref="CacheUpkeep"/>.
    /// </summary>
    public abstract void Dispose();

    /// <summary>
    /// Prunes the cache in <see cref="Folder"/> where that is due, and notes that it did. It opens the folder itself, so it may come after
    /// <see cref="Dispose"/>, on any thread. Never throws.
    /// </summary>
    /// <param name="interval">Not where some process has pruned it less than this time ago; zero for now.</param>
    /// <param name="keepOutOfGit">
    /// Whether the folder is to have a <c>.gitignore</c>: a process that was killed while it made it may have left it without.
    /// </param>
    public abstract void PruneIfDue(TimeSpan interval, long maximumBytes, TimeSpan maximumAge, bool keepOutOfGit);

    /// <summary>Why a source that no entry served is copied.</summary>
    /// <param name="found">What the search for an entry gave; <see cref="Reason.None"/> where there is none.</param>
    /// <param name="isAdded">Whether the source is added behind the call.</param>
    /// <param name="isSettled">Whether it is old enough to be added.</param>
    internal static Reason WhyCopied(Reason found, bool isAdded, bool isSettled) =>
        found != Reason.None ? found
        : isAdded ? Reason.DifferentVolumesBeingCached
        : isSettled ? Reason.DifferentVolumes
        : Reason.DifferentVolumesTooNew;

    /// <summary>Looks for it once. Null where there is no place for one.</summary>
    private protected string? FindFolder(FileCloner cloner)
    {
        if (!_found)
        {
            // Behind a slash at the end a link would be followed. On Linux a backslash is a part of the name.
            _folder = _location.Find(cloner) is { } folder
                ? folder.TrimEnd(Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar)
                : null;
            _found = true;
        }

        return _folder;
    }
}
