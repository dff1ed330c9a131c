using System;
using System.Collections.Generic;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>The cross-volume cache: its folder, the entries in it, and the sources that are to be added.</summary>
internal sealed class MacCloneCache : CloneCache
{
    private readonly MacCloner _cloner;
    private readonly IMacCalls _system;
    private readonly object _opening = new();
    private readonly List<CacheSource> _missing = new();
    private int _folder = -1;
    private ulong _volume;
    private bool _givenUp;
    private bool _hasSpace;

    internal MacCloneCache(MacCloner cloner, CacheLocation location)
        : base(location)
    {
        _cloner = cloner;
        _system = cloner.Calls;
    }

    public override bool IsOpen => _folder >= 0;

    /// <summary>Whether files on this volume can use entries.</summary>
    internal bool IsFor(ulong destinationVolume)
    {
        if (_cloner.ClonesChangeTheirSource)
        {
            return false;
        }

        lock (_opening)
        {
            if (_folder < 0 && !_givenUp)
            {
                _givenUp = !TryOpen(destinationVolume);
            }

            if (_folder >= 0 && _volume != destinationVolume)
            {
                Problem = CacheProblem.OnAnotherVolume;
            }

            return _folder >= 0 && _volume == destinationVolume && _cloner.Pairs.WhyNot(_volume, _volume) == Reason.None;
        }
    }

    /// <summary>After <see cref="IsFor"/>.</summary>
    /// <inheritdoc cref="CacheEntries.Open"/>
    internal int OpenEntry(byte[] path, int source, in Stat status, out Reason whyNot) =>
        new CacheEntries(_system, _folder).Open(new CacheNames(path), path, source, status, out whyNot);

    /// <summary>Has the source, of which there is no entry, added behind the call. False when it is not to be.</summary>
    /// <param name="path">Ended by a zero.</param>
    internal bool TryAdd(byte[] path, in Stat source)
    {
        // Behind the call the process may have another current folder.
        if (path[0] != '/' || !CacheSource.IsPlain(source, _system.User) || !CacheSource.IsSettled(source))
        {
            return false;
        }

        lock (_opening)
        {
            if (Problem is not (CacheProblem.None or CacheProblem.OnAnotherVolume) || !HasSpace(source))
            {
                return false;
            }

            _missing.Add(new CacheSource(path, source));
            HasAdded = true;
            return true;
        }
    }

    /// <summary>What <see cref="TryAdd"/> has collected, with the open folder: this cache is closed then.</summary>
    internal MacCacheFill TakeFill()
    {
        lock (_opening)
        {
            var fill = new MacCacheFill(_cloner, Folder!, _folder, _volume, _missing.ToArray());
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
            _system.Close(_folder);
            _folder = -1;
        }

        _givenUp = true;
    }

    public override void PruneIfDue(TimeSpan interval, long maximumBytes, TimeSpan maximumAge, bool keepOutOfGit)
    {
        // All by the folder that was opened and found to be this user's cache: by now a link of another user may have its name.
        int folder = Folder is { } path ? CacheFolder.OpenExisting(_system, path) : -1;
        if (folder < 0)
        {
            return;
        }

        if (CacheFolderFiles.IsPruningDue(_system, folder, interval))
        {
            if (keepOutOfGit)
            {
                CacheFolderFiles.WriteIgnoreFile(_system, folder);
            }

            // First the stamp, so that of several processes one prunes.
            CacheFolderFiles.NotePruning(_system, folder);
            CachePruning.Prune(_system, folder, Folder!, maximumBytes, maximumAge);
        }

        _system.Close(folder);
    }

    /// <summary>Asked once: the space may be gone before the call has ended, and then the next call reports it.</summary>
    private bool HasSpace(in Stat source)
    {
        _hasSpace = _hasSpace || MacCacheFill.HasSpaceFor(_system, _folder, source.Size);
        if (!_hasSpace)
        {
            Problem = CacheProblem.NotWritable;
            ErrorNumber = ENOSPC;
        }

        return _hasSpace;
    }

    private bool TryOpen(ulong destinationVolume)
    {
        if (destinationVolume == 0 || FindFolder(_cloner) is not { } path)
        {
            return false;
        }

        _folder = CacheFolder.Open(_system, path, destinationVolume, out Stat status, out CacheProblem problem, out int error);
        _volume = status.Volume;
        if (_folder >= 0 && _cloner.CacheUpkeep.TryTakeFailure(path, out CacheProblem earlier, out int earlierError))
        {
            problem = earlier;
            error = earlierError;
        }

        Problem = problem;
        ErrorNumber = error;

        // On another volume than this destination: the next destination may be on the folder's.
        return _folder >= 0 || problem == CacheProblem.OnAnotherVolume;
    }
}
