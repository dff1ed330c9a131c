using System;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// The cross-volume cache: its folder, and finding an entry in it. An entry is two files (<see cref="CacheNames"/>): the clone and its
/// record. Nothing is ever written into an entry.
/// </summary>
internal sealed unsafe partial class LinuxCloneCache : CloneCache
{
    // A record's own modification time is when its entry was last used. Finer would cost a write for each clone.
    private const int UseIsNotedSeconds = 3600;

    // Opening a pipe in a file's place would wait until a process writes to it (fifo(7)).
    private const int ReadNow = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

    private readonly LinuxCloner _cloner;
    private readonly VolumePairs _pairs;
    private readonly object _opening = new();
    private int _folder = -1;
    private ulong _volume;
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

    /// <summary>Whether this destination can use entries and make them.</summary>
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

    /// <summary>The entry that is of this very source, open for reading; -1 when there is none. To be closed by the caller.</summary>
    internal int OpenEntry(in CacheNames names, LinuxScratch scratch, in Statx source) =>
        _cloner.CacheRecords.TryGet(names.Hash, out CacheRecord known) && OpenEntry(names, known, source) is var entry and >= 0 ? entry
        : TryReadRecord(names, scratch, out CacheRecord record) ? OpenEntry(names, record, source)
        : -1;

    public override void Dispose()
    {
        if (_folder >= 0)
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
        Problem = problem;
        ErrorNumber = error;

        // On another volume than this destination: the next destination may be on the folder's.
        return _folder >= 0 || problem is CacheProblem.None or CacheProblem.OnAnotherVolume;
    }

    private int OpenEntry(in CacheNames names, in CacheRecord record, in Statx source)
    {
        if (!record.IsOfSource(source))
        {
            return -1;
        }

        fixed (CacheNames* name = &names)
        {
            int entry = openat(_folder, name->Entry, ReadNow | O_NOFOLLOW, 0);
            if (entry < 0)
            {
                return -1;
            }

            if (TryGetStatus(entry, out Statx status) && record.IsOfEntry(status))
            {
                return entry;
            }

            _ = close(entry);
            return -1;
        }
    }

    private bool TryReadRecord(in CacheNames names, LinuxScratch scratch, out CacheRecord found)
    {
        found = default;
        fixed (CacheNames* name = &names)
        fixed (byte* buffer = scratch.Record)
        {
            int record = openat(_folder, name->Record, ReadNow | O_NOFOLLOW, 0);
            if (record < 0)
            {
                return false;
            }

            nint length = read(record, buffer, (nuint)CacheRecord.MaximumLength);
            bool known = length > 0 && CacheRecord.TryParse(scratch.Record, (int)length, scratch.Source, out found);
            if (known)
            {
                NoteUse(record);
                _cloner.CacheRecords.Add(names.Hash, found);
            }

            _ = close(record);
            return known;
        }
    }

    private static void NoteUse(int record)
    {
        if (TryGetStatus(record, out Statx status)
            && status.ModifySeconds + UseIsNotedSeconds < DateTimeOffset.UtcNow.ToUnixTimeSeconds())
        {
            _ = futimens(record, null);
        }
    }
}
