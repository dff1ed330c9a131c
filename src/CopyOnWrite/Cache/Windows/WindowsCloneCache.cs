using System;
using System.Collections.Generic;

namespace CopyOnWrite.Windows;

/// <summary>The cross-volume cache of one call: its folder, the entries in it, and the sources that it lacked.</summary>
internal sealed class WindowsCloneCache : CloneCache
{
    private readonly WindowsCloner _cloner;
    private readonly CacheEntries _entries;
    private readonly object _opening = new();
    private readonly List<MissedSource> _missed = new();
    private CacheFolder? _folder;
    private bool _givenUp;
    private bool _hasSpace;

    internal WindowsCloneCache(WindowsCloner cloner, CacheLocation location)
        : base(location)
    {
        _cloner = cloner;
        _entries = new CacheEntries(cloner.Calls, cloner.CacheRecords);
    }

    public override bool IsOpen => _folder is not null;

    /// <summary>Whether files in this folder, on a volume that clones, can use entries.</summary>
    internal bool IsFor(FolderVolumeCache.Folder destinations) =>

        // A clone has its source's integrity setting, and the system's copy that of its folder.
        IsFor(destinations.Volume!) && _folder!.HasIntegrity == destinations.NewFilesHaveIntegrity;

    /// <summary>Whether the folder is there, or can be made, on this volume, which clones.</summary>
    internal bool IsFor(VolumeInfo volume)
    {
        lock (_opening)
        {
            if (_folder is null && !_givenUp)
            {
                _givenUp = !TryOpen(volume);
            }

            if (_folder is not null && _folder.Volume != volume.Serial)
            {
                Problem = CacheProblem.OnAnotherVolume;
            }

            return _folder?.Volume == volume.Serial;
        }
    }

    /// <summary>After <see cref="IsFor(VolumeInfo)"/>.</summary>
    internal CacheNames NamesOf(string source) => new(_folder!.Path, source);

    /// <inheritdoc cref="CacheEntries.TryOpen(in CacheNames, in SourceIdentity, out nint, out FileStamp, out Reason)"/>
    internal bool TryOpenEntry(in CacheNames names, in SourceIdentity source, out nint entry, out FileStamp stamp, out Reason whyNot) =>
        _entries.TryOpen(names, source, out entry, out stamp, out whyNot);

    /// <summary>To be added to the cache once the call has ended. False when nothing can be added.</summary>
    internal bool TryNoteMissed(MissedSource source)
    {
        lock (_opening)
        {
            // Behind the call the process may have another current folder.
            bool isNoted = (Problem is CacheProblem.None or CacheProblem.OnAnotherVolume)
                && Win32Path.IsFullyQualified(source.Path)
                && HasSpace(source);
            if (isNoted)
            {
                _missed.Add(source);
                HasAdded = true;
            }

            return isNoted;
        }
    }

    /// <summary>What <see cref="TryNoteMissed"/> has collected, with the open folder: this cache is closed then.</summary>
    internal WindowsCacheFill TakeFill()
    {
        lock (_opening)
        {
            var fill = new WindowsCacheFill(_cloner, _folder!, Folder!, _missed.ToArray());
            _missed.Clear();
            _folder = null;
            _givenUp = true;
            return fill;
        }
    }

    public override void Dispose()
    {
        if (_missed.Count > 0)
        {
            _cloner.CacheUpkeep.Add(TakeFill());
        }
        else
        {
            _folder?.Dispose();
            _folder = null;
        }

        _givenUp = true;
    }

    public override void PruneIfDue(TimeSpan interval, long maximumBytes, TimeSpan maximumAge, bool keepOutOfGit)
    {
        using CacheFolder? folder = Folder is { } path ? CacheFolder.OpenExisting(_cloner, path) : null;
        if (folder is null || !CacheFolderFiles.IsPruningDue(folder, interval))
        {
            return;
        }

        if (keepOutOfGit)
        {
            CacheFolderFiles.WriteIgnoreFile(folder);
        }

        // First the stamp, so that of several processes one prunes.
        CacheFolderFiles.NotePruning(folder);
        CachePruning.Prune(folder, maximumBytes, maximumAge);
    }

    /// <summary>Asked once: the space may be gone before the call has ended, and then the next call reports it.</summary>
    private bool HasSpace(MissedSource source)
    {
        _hasSpace = _hasSpace || WindowsCacheFill.HasSpaceFor(_cloner.Calls, _folder!, source);
        if (!_hasSpace)
        {
            Problem = CacheProblem.NotWritable;
            ErrorNumber = Win32Native.ERROR_DISK_FULL;
        }

        return _hasSpace;
    }

    private bool TryOpen(VolumeInfo destinations)
    {
        if (FindFolder(_cloner) is not { } path)
        {
            return false;
        }

        _folder = CacheFolder.Open(_cloner, path, destinations, out CacheProblem problem, out int error);
        Problem = problem;
        ErrorNumber = error;
        if (_folder is not null && _cloner.CacheUpkeep.TryTakeFailure(path, out problem, out error))
        {
            Problem = problem;
            ErrorNumber = error;
        }

        // On another volume than this destination: the next destination may be on the folder's.
        return _folder is not null || problem is CacheProblem.None or CacheProblem.OnAnotherVolume;
    }
}

/// <summary>A source that a cache lacked, as it was when it was copied.</summary>
internal sealed class MissedSource
{
    internal readonly string Path;
    internal readonly SourceIdentity Identity;

    /// <summary>Of an entry of the source whose blocks have as many references as ReFS counts: another is to take its place.</summary>
    internal readonly FileStamp? Saturated;

    internal MissedSource(string path, in SourceIdentity identity, FileStamp? saturated = null)
    {
        Path = path;
        Identity = identity;
        Saturated = saturated;
    }
}
