using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// The cross-volume cache, as the files of one call use it: a folder on the destinations' volume with an entry for each source that was
/// copied there from another volume, so that a later copy of that source is a clone of the entry. Nothing is read or created before a
/// file needs it; entries are made after the call that lacked them, and no call waits for one. A cache that is broken or unavailable costs
/// a copy, never a wrong file and never an error.
/// </summary>
/// <param name="findFolder">
/// Called when the first file needs the folder, so a call whose files need no cache makes no system call for it. Null where the project has
/// no place for one.
/// </param>
internal sealed class CloneCache(Platform platform, ICacheSystem system, Func<string?> findFolder) : IDisposable
{
    /// <summary>
    /// In bytes. With the write to the disk counted, an entry of this size has paid from the third copy on btrfs and from the fifth on xfs
    /// (docs/design/decisions.md).
    /// </summary>
    public const long DefaultMinimumFileSize = 64 * 1024;

    private readonly object _opening = new();
    private readonly List<CacheSource> _missing = new();
    private CacheFolder? _folder;
    private ulong _addsForVolume;
    private ulong _isElsewhereFor;
    private bool _isFound;
    private bool _isGivenUp;

    /// <summary>The bytes below which files are copied.</summary>
    public long MinimumFileSize { get; set; } = DefaultMinimumFileSize;

    /// <summary>The folder; null without one, or while no file has needed it.</summary>
    public string? Folder { get; private set; }

    /// <summary>Why a file of this call could not use the cache.</summary>
    public CacheProblem Problem { get; private set; }

    /// <summary>The system's error number for <see cref="CacheProblem.Inaccessible"/> and <see cref="CacheProblem.NotWritable"/>.</summary>
    public int ErrorNumber { get; private set; }

    /// <summary>Whether the folder is there and is a cache that may be used, so that it may be pruned as well.</summary>
    public bool IsOpen => _folder is not null;

    /// <summary>Whether the cache lacked sources of this call, which are added.</summary>
    internal bool HasAdded { get; private set; }

    /// <summary>The number of the folder's volume, where an entry was found.</summary>
    internal ulong Volume => _folder!.Volume;

    private Reason WhyUnused => _isFound && Folder is null ? Reason.DifferentVolumesWithoutCache
        : Problem != CacheProblem.None ? Reason.DifferentVolumesCacheUnusable
        : Reason.DifferentVolumes;

    /// <summary>Closes the folder, and hands the sources that it lacked to the process's <see cref="CacheFiller"/>.</summary>
    public void Dispose()
    {
        lock (_opening)
        {
            _isGivenUp = true;
            if (_missing.Count > 0)
            {
                // While the call is at work: after it, the folder may be deleted, and with a new tag it would not be empty.
                _folder?.KeepTag();
                platform.CacheFiller.Add(_missing.ToArray());
                _missing.Clear();
            }

            _folder?.Dispose();
            _folder = null;
        }
    }

    /// <summary>
    /// <see cref="Reason.None"/> with the source's open entry, which the caller closes; else why the source is copied. A source that the
    /// cache lacks is added after the call.
    /// </summary>
    internal Reason Find(in CacheRequest source, out nint entry)
    {
        entry = -1;
        return !IsFor(source.Destination) ? WhyUnused
            : system.TryOpenEntry(_folder!, source.Entry, source.Fingerprint, out entry) ? Reason.None
            : Add(source);
    }

    /// <summary>
    /// Removes an entry whose blocks have as many references as the volume allows, and adds another after the call. Its clones keep their
    /// blocks.
    /// </summary>
    /// <returns>Why the source is copied.</returns>
    internal Reason Replace(in CacheRequest source)
    {
        _ = system.Remove(_folder!, source.Entry);
        return Add(source);
    }

    private bool IsFor(in CacheDestination destination)
    {
        if (system.WhyNot(destination.Volume, destination) != Reason.None)
        {
            return false;
        }

        lock (_opening)
        {
            if (_folder is null && !_isGivenUp && _isElsewhereFor != destination.Volume)
            {
                _isGivenUp = !TryOpen(destination);
                _isElsewhereFor = destination.Volume;
            }
        }

        if (_folder is not { } folder)
        {
            return false;
        }

        Reason whyNot = system.WhyNot(folder.Volume, destination);
        if (whyNot == Reason.DifferentVolumes)
        {
            Problem = CacheProblem.OnAnotherVolume;
        }

        // A clone has its source's integrity setting, and the system's copy that of its folder.
        return whyNot == Reason.None && folder.HasIntegrity == destination.HasIntegrity;
    }

    private Reason Add(in CacheRequest source)
    {
        if (system.WhyNotAdded(source.File, source.Fingerprint) is var whyNot and not Reason.None)
        {
            return whyNot;
        }

        lock (_opening)
        {
            if (Problem is not (CacheProblem.None or CacheProblem.OnAnotherVolume)
                || !Path.IsPathRooted(source.Path)
                || !CanAdd(source.Destination, source.Fingerprint.Length))
            {
                return WhyUnused;
            }

            _missing.Add(new CacheSource(Folder!, source.Path, source.Entry, source.Fingerprint));
            HasAdded = true;
            return Reason.DifferentVolumesBeingCached;
        }
    }

    private bool TryOpen(in CacheDestination destination)
    {
        if (!_isFound)
        {
            Folder = findFolder() is { } found ? CacheFolder.WithoutSeparatorAtItsEnd(found) : null;
            _isFound = true;
        }

        if (Folder is not { } path)
        {
            return false;
        }

        _folder = CacheFolder.Open(system, path, destination, out CacheProblem problem, out int error);
        bool isOpenOrElsewhere = _folder is not null || problem is CacheProblem.CannotClone or CacheProblem.OnAnotherVolume;
        if (_folder is not null && platform.CacheFiller.TakeFailure(path) is var earlier and not 0)
        {
            problem = CacheProblem.NotWritable;
            error = earlier;
        }

        Note(problem, error);

        // The folder is on another volume than this destination, not always than the next one.
        return isOpenOrElsewhere;
    }

    /// <summary>
    /// Whether this destination can share blocks with files in the folder: tried once for a volume, so that nothing is
    /// copied into a useless cache. Also checks the space, which may be gone before the call has ended: then the next call
    /// reports it.
    /// </summary>
    private bool CanAdd(in CacheDestination destination, long length)
    {
        if (_addsForVolume == destination.Volume)
        {
            return true;
        }

        CacheProblem problem = system.CanShareBlocks(_folder!.FullPath, destination, out int error);
        if (problem == CacheProblem.None && !EntryMaker.HasSpaceFor(_folder, length))
        {
            problem = CacheProblem.NotWritable;
            error = system.DiskFull;
        }

        if (problem != CacheProblem.None)
        {
            Note(problem, error);
            return false;
        }

        _addsForVolume = destination.Volume;
        return true;
    }

    private void Note(CacheProblem problem, int error)
    {
        // A volume that cannot clone is not reported as a problem.
        if (problem != CacheProblem.CannotClone)
        {
            Problem = problem;
            ErrorNumber = problem is CacheProblem.Inaccessible or CacheProblem.NotWritable ? error : 0;
        }
    }
}
