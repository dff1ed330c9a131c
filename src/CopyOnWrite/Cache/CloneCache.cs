using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// The cross-volume cache, as the files of one call use it: a folder on the destinations' volume with an entry for each source that was
/// copied there from another volume, so that a later copy of that source is a clone of the entry. Nothing is read or created before a
/// file needs it; entries are made after the call that lacked them, and no call waits for one. A cache that is broken, stale or
/// unavailable costs a copy, never a wrong file and never an error.
/// </summary>
internal sealed class CloneCache(FileCloner cloner, ICacheSystem system, CacheLocation location) : IDisposable
{
    /// <summary>
    /// In bytes. With the write to the disk counted, an entry of this size has paid from the third copy on btrfs and from the fifth on xfs
    /// (docs/design/decisions.md).
    /// </summary>
    public const long DefaultMinimumFileSize = 64 * 1024;

    private readonly CacheLookup _lookup = new(system, cloner.CacheRecords);
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

    /// <summary>The number of the folder's volume, after <see cref="IsFor"/> was true.</summary>
    internal ulong Volume => _folder!.Volume;

    /// <summary>Why a file is copied that the cache could not help, after <see cref="IsFor"/> or <see cref="TryAdd"/> was false.</summary>
    internal Reason WhyUnused => _isFound && Folder is null ? Reason.DifferentVolumesWithoutCache
        : Problem != CacheProblem.None ? Reason.DifferentVolumesCacheUnusable
        : Reason.DifferentVolumes;

    /// <summary>Closes the folder, and hands the sources that it lacked to the process's <see cref="CacheUpkeep"/>.</summary>
    public void Dispose()
    {
        lock (_opening)
        {
            _isGivenUp = true;
            if (_missing.Count > 0)
            {
                // While the call is at work: after it, the folder may be deleted, and with a new tag it would not be empty.
                _folder?.KeepTag();
                cloner.CacheUpkeep.Add(_missing.ToArray());
                _missing.Clear();
            }

            _folder?.Dispose();
            _folder = null;
        }
    }

    /// <summary>Whether this destination can use entries.</summary>
    internal bool IsFor(in CacheDestination destination)
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

    /// <summary>May be called after <see cref="IsFor"/>.</summary>
    /// <inheritdoc cref="CacheLookup.TryOpen(CacheFolder, ulong, in FileNumbers, out nint, out Reason)"/>
    internal bool TryOpenEntry(ulong hash, in FileNumbers source, out nint entry, out Reason whyNot) =>
        _lookup.TryOpen(_folder!, hash, source, out entry, out whyNot);

    /// <summary>Queues a source without an entry, to be added after the call. False when it is not queued.</summary>
    /// <param name="path">The path that was hashed.</param>
    internal bool TryAdd(ulong hash, string path, in FileNumbers source, in CacheDestination destination)
    {
        lock (_opening)
        {
            if (Problem is not (CacheProblem.None or CacheProblem.OnAnotherVolume)
                || !Path.IsPathRooted(path)
                || !CanAdd(destination, source.Length))
            {
                return false;
            }

            _missing.Add(new CacheSource(Folder!, path, hash, source));
            HasAdded = true;
            return true;
        }
    }

    /// <summary>
    /// Removes an entry whose blocks have as many references as the volume allows. Its clones keep their blocks; the next
    /// copy of its source adds another.
    /// </summary>
    internal void Drop(ulong hash)
    {
        cloner.CacheRecords.Forget(hash);
        _ = system.Remove(_folder!, new CacheNames(hash).Record);
    }

    /// <summary>Why a source without a usable entry is copied.</summary>
    /// <param name="found">Why the entry is unusable; <see cref="Reason.None"/> without an entry.</param>
    /// <param name="isAdded">Whether the source is added after the call.</param>
    /// <param name="isSettled">Whether it is old enough to be added.</param>
    internal Reason WhyCopied(Reason found, bool isAdded, bool isSettled) =>
        found != Reason.None ? found
        : isAdded ? Reason.DifferentVolumesBeingCached
        : isSettled ? WhyUnused
        : Reason.DifferentVolumesTooNew;

    private bool TryOpen(in CacheDestination destination)
    {
        if (!_isFound)
        {
            Folder = location.Find(cloner) is { } found ? CacheFolder.WithoutSeparatorAtItsEnd(found) : null;
            _isFound = true;
        }

        if (Folder is not { } path)
        {
            return false;
        }

        _folder = CacheFolder.Open(system, path, destination, out CacheProblem problem, out int error);
        bool isOpenOrElsewhere = _folder is not null || problem is CacheProblem.CannotClone or CacheProblem.OnAnotherVolume;
        if (_folder is not null && cloner.CacheUpkeep.TakeFailure(path) is var earlier and not 0)
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
        if (problem == CacheProblem.None && !CacheFill.HasSpaceFor(_folder, length))
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
