namespace CopyOnWrite;

/// <summary>
/// The cross-volume cache, as the files of one call use it: a folder on the destinations' volume with an entry for each source copied there
/// from another, so that a later copy is a clone of the entry. Nothing is read or created before a file needs it; entries are made after
/// the call that lacked them, and no call waits for one. A broken or unavailable cache costs a copy, never a wrong file and never an error.
/// </summary>
/// <param name="findPlaces">
/// The folders of which the first that can be opened or made is used. Called when the first file needs it, so a call whose files need no
/// cache makes no system call for it. Empty where the project has no place for one.
/// </param>
internal sealed class CloneCache(Platform platform, ICacheSystem system, Func<IEnumerable<string>> findPlaces) : IDisposable
{
    /// <summary>
    /// The bytes below which files are copied. With the write to the disk counted, an entry of this size has paid from the fifth copy on
    /// btrfs and from the third on xfs, in bytes from the second (docs/design/decisions.md).
    /// </summary>
    public const long MinimumFileSize = 16 * 1024;

    private readonly object _opening = new();
    private readonly List<CacheSource> _missing = new();
    private CacheFolder? _folder;
    private ulong _addsForVolume;
    private bool _isOpened;
    private bool _isClosed;

    /// <summary>The folder; null without one, or while no file has needed it.</summary>
    public string? Folder { get; private set; }

    /// <summary>The reason why a file of this call could not use the cache.</summary>
    public CacheProblem Problem { get; private set; }

    /// <summary>The system's error number for <see cref="CacheProblem.Inaccessible"/> and <see cref="CacheProblem.NotWritable"/>.</summary>
    public int ErrorNumber { get; private set; }

    /// <summary>Whether the folder is a cache that may be used, and is to be pruned after what was added to it, or once a day.</summary>
    internal bool IsToBePruned => _folder is { } folder && (_missing.Count > 0 || folder.IsToBePruned);

    /// <summary>The number of the folder's volume, where an entry was found.</summary>
    internal ulong Volume => _folder!.Volume;

    private Reason WhyUnused => _isOpened && Folder is null ? Reason.DifferentVolumesWithoutCache
        : Problem != CacheProblem.None ? Reason.DifferentVolumesCacheUnusable
        : Reason.DifferentVolumes;

    /// <summary>Ends the call for the process's <see cref="CacheFiller"/>, which gets the sources that the folder lacked.</summary>
    public void Dispose()
    {
        lock (_opening)
        {
            if (!_isClosed)
            {
                _isOpened = _isClosed = true;
                _folder?.Dispose();
                _folder = null;
                platform.CacheFiller.Add(_missing);
                platform.CacheFiller.CallEnds();
            }
        }
    }

    /// <summary>None with the open entry, which the caller closes; else why the source is copied. It may be added after the call.</summary>
    /// <param name="file">The open source.</param>
    internal Reason Find(CacheSource source, nint file, in CacheDestination destination, out nint entry)
    {
        entry = -1;
        return !IsFor(destination) ? WhyUnused
            : system.TryOpenEntry(_folder!, source.Entry, source.Fingerprint, out entry) ? Reason.None
            : Add(source, file, destination);
    }

    /// <summary>Removes an entry whose blocks have as many references as there may be, and adds another after the call.</summary>
    /// <returns>Why the source is copied.</returns>
    internal Reason Replace(CacheSource source, nint file, in CacheDestination destination)
    {
        _ = system.Remove(_folder!, source.Entry);
        return Add(source, file, destination);
    }

    private bool IsFor(in CacheDestination destination)
    {
        if (system.WhyNot(destination.Volume, destination) != Reason.None)
        {
            return false;
        }

        lock (_opening)
        {
            if (!_isOpened)
            {
                _isOpened = true;
                Open(destination);
            }
        }

        if (_folder is not { } folder)
        {
            return false;
        }

        Reason whyNot = system.WhyNot(folder.Volume, destination);
        if (whyNot == Reason.DifferentVolumes && Problem == CacheProblem.None)
        {
            Problem = CacheProblem.OnAnotherVolume;
        }

        return whyNot == Reason.None;
    }

    private Reason Add(CacheSource source, nint file, in CacheDestination destination)
    {
        if (system.WhyNotAdded(file, source.Fingerprint) is var whyNot and not Reason.None)
        {
            return whyNot;
        }

        lock (_opening)
        {
            if (!Path.IsPathRooted(source.Path) || !CanAdd(destination, source.Fingerprint.Length))
            {
                return WhyUnused;
            }

            _missing.Add(source with { Folder = Folder! });
            return Reason.DifferentVolumesBeingCached;
        }
    }

    private void Open(in CacheDestination destination)
    {
        CacheProblem problem = CacheProblem.None;
        int error = 0;
        foreach (string place in findPlaces())
        {
            Folder = CacheFolder.WithoutSeparatorAtItsEnd(place);
            _folder = CacheFolder.Open(system, Folder, destination, out problem, out error);
            if (problem == CacheProblem.None)
            {
                break;
            }
        }

        int earlier = _folder is null ? 0 : platform.CacheFiller.TakeFailure(Folder!);
        Note(earlier == 0 ? problem : CacheProblem.NotWritable, earlier == 0 ? error : earlier);
    }

    /// <summary>
    /// Whether this destination can share blocks with files in the folder: tried once for a volume, so that nothing is copied into a
    /// useless cache. Also checks the space, which may be gone before the call has ended: then the next call reports it.
    /// </summary>
    private bool CanAdd(in CacheDestination destination, long length)
    {
        if (Problem is CacheProblem.None or CacheProblem.OnAnotherVolume && _addsForVolume != destination.Volume)
        {
            CacheProblem problem = system.CanShareBlocks(_folder!.FullPath, destination, out int error);
            problem = problem == CacheProblem.None && !EntryMaker.HasSpaceFor(_folder, length) ? CacheProblem.NearlyFull : problem;
            if (problem != CacheProblem.None)
            {
                Note(problem, error);
                return false;
            }

            _addsForVolume = destination.Volume;
        }

        return Problem is CacheProblem.None or CacheProblem.OnAnotherVolume;
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
