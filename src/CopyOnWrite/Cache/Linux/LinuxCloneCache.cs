using System;
using System.Collections.Generic;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>The cross-volume cache: its folder, the entries in it, and the sources that are to be added.</summary>
internal sealed unsafe class LinuxCloneCache : CloneCache
{
    private readonly LinuxCloner _cloner;
    private readonly VolumePairs _pairs;
    private readonly object _opening = new();
    private readonly List<CacheSource> _missing = new();
    private int _folder = -1;
    private ulong _volume;
    private ulong _fillsVolume;
    private bool _givenUp;

    internal LinuxCloneCache(LinuxCloner cloner, CacheLocation location)
        : base(location)
    {
        _cloner = cloner;
        _pairs = cloner.Pairs!;
    }

    public override bool IsOpen => _folder >= 0;

    /// <summary>The folder's volume.</summary>
    internal ulong Volume => _volume;

    /// <summary>Where <see cref="IsFor"/> was true.</summary>
    internal CacheEntries Entries => new(_folder, _cloner.CacheRecords);

    /// <summary>Whether this destination can use entries.</summary>
    /// <param name="destination">Empty, open for reading and writing.</param>
    internal bool IsFor(int destination, ulong destinationVolume)
    {
        if (_pairs.WhyNot(destinationVolume, destinationVolume) != Reason.None)
        {
            return false;
        }

        lock (_opening)
        {
            if (_folder < 0 && !_givenUp)
            {
                _givenUp = !TryOpen(destination, destinationVolume);
            }
        }

        Reason whyNot = _folder < 0 ? Reason.None : _pairs.WhyNot(_volume, destinationVolume);
        if (whyNot == Reason.DifferentVolumes)
        {
            Problem = CacheProblem.OnAnotherVolume;
        }

        return _folder >= 0 && whyNot == Reason.None;
    }

    /// <summary>Has the source, of which there is no entry, added behind the call. False when it is not to be.</summary>
    /// <param name="path">Ended by a zero.</param>
    /// <param name="destination">Empty, open for reading and writing.</param>
    internal bool TryAdd(byte[] path, in Statx source, int destination, ulong destinationVolume)
    {
        // Behind the call the process may have another current folder.
        if (path[0] != '/' || !CacheSource.IsSettled(source))
        {
            return false;
        }

        lock (_opening)
        {
            if (Problem != CacheProblem.None || !CanFill(destination, destinationVolume, source.Size))
            {
                return false;
            }

            _missing.Add(new CacheSource(path, source));
            HasAdded = true;
            return true;
        }
    }

    /// <summary>What <see cref="TryAdd"/> has collected, with the open folder: this cache is closed then.</summary>
    internal LinuxCacheFill TakeFill()
    {
        lock (_opening)
        {
            var fill = new LinuxCacheFill(_cloner, Folder!, _folder, _volume, _missing.ToArray());
            _missing.Clear();
            _folder = -1;
            _givenUp = true;
            return fill;
        }
    }

    public override void Dispose()
    {
        if (_missing.Count > 0)
        {
            _cloner.CacheUpkeep.Add(TakeFill());
        }
        else if (_folder >= 0)
        {
            _ = close(_folder);
            _folder = -1;
        }

        _givenUp = true;
    }

    public override void PruneIfDue(TimeSpan interval, long maximumBytes, TimeSpan maximumAge, bool keepOutOfGit)
    {
        // All by the folder that was opened and found to be this user's cache: by now a link of another user may have its name.
        int folder = Folder is { } path ? CacheFolder.OpenExisting(path, out _) : -1;
        if (folder < 0)
        {
            return;
        }

        if (CacheFolderFiles.IsPruningDue(folder, interval))
        {
            if (keepOutOfGit)
            {
                CacheFolderFiles.WriteIgnoreFile(folder);
            }

            // First the stamp, so that of several processes one prunes.
            CacheFolderFiles.NotePruning(folder);
            CachePruning.Prune(folder, maximumBytes, maximumAge);
        }

        _ = close(folder);
    }

    private bool TryOpen(int destination, ulong destinationVolume)
    {
        if (FindFolder(_cloner) is not { } path)
        {
            return false;
        }

        _folder = CacheFolder.Open(path, destination, destinationVolume, _pairs, out _volume, out CacheProblem problem, out int error);
        if (_folder >= 0 && _cloner.CacheUpkeep.TryTakeFailure(path, out CacheProblem earlier, out int earlierError))
        {
            problem = earlier;
            error = earlierError;
        }

        Problem = problem;
        ErrorNumber = error;

        // On another volume than this destination: the next destination may be on the folder's.
        return _folder >= 0 || problem is CacheProblem.None or CacheProblem.OnAnotherVolume;
    }

    /// <summary>
    /// Whether files can be made in the folder that this volume's can be cloned from: tried once for a volume, so that nothing is copied
    /// into a cache that is of no use to its destination. With the space there, which may be gone before the call has ended: then the
    /// next call reports it.
    /// </summary>
    private bool CanFill(int destination, ulong destinationVolume, ulong size)
    {
        if (_fillsVolume == destinationVolume)
        {
            return true;
        }

        // In a folder that was deleted a file without a name can be made, and none with a name.
        bool isDeleted = TryGetStatus(_folder, out Statx folder) && folder.Links == 0;
        int error = isDeleted ? ENOENT : CacheFolder.WhyOfNoUse(_folder, destination);
        error = error == 0 && !LinuxCacheFill.HasSpaceFor(_folder, size) ? ENOSPC : error;
        switch (error)
        {
            case 0:
                _fillsVolume = destinationVolume;
                break;
            case EXDEV or EOPNOTSUPP or ENOTTY or ENOSYS:
                _pairs.RememberCannot(_volume, destinationVolume, error == EXDEV ? Reason.DifferentVolumes : Reason.VolumeCannotClone);
                Problem = error == EXDEV ? CacheProblem.OnAnotherVolume : Problem;
                break;
            case EINVAL:
                // btrfs, where one of the two is in a folder without copy-on-write (chattr +C).
                _pairs.CountRefusal(_volume, destinationVolume);
                break;
            case ENOENT:
                Problem = CacheProblem.Deleted;
                break;
            default:
                Problem = CacheProblem.NotWritable;
                ErrorNumber = error;
                break;
        }

        return error == 0;
    }
}
