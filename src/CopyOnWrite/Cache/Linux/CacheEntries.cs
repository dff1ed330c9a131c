using System;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Finds entries in an open cache folder. An entry is two files (<see cref="CacheNames"/>): a copy of the source and its record. Nothing is
/// ever written into an entry.
/// </summary>
internal readonly unsafe struct CacheEntries
{
    // A record's own modification time is when its entry was last used. Finer would cost a write for each clone.
    private const int UseIsNotedSeconds = 3600;

    // Opening a pipe in a file's place would wait until a process writes to it (fifo(7)).
    private const int ReadNow = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

    private readonly int _folder;
    private readonly CacheRecordTable _records;

    internal CacheEntries(int folder, CacheRecordTable records)
    {
        _folder = folder;
        _records = records;
    }

    /// <summary>The entry that is of this very source, open for reading; -1 when there is none. To be closed by the caller.</summary>
    /// <param name="scratch">Has the source's path.</param>
    /// <param name="whyNot">That the entry which is there is outdated or damaged; none where there is no entry.</param>
    internal int Open(in CacheNames names, LinuxScratch scratch, in Statx source, out Reason whyNot) =>
        _records.TryGet(names.Hash, out CacheRecord known) && Open(names, known, source, out whyNot) is var entry and >= 0 ? entry
        : TryReadRecord(names, scratch, out CacheRecord record, out whyNot) ? Open(names, record, source, out whyNot)
        : -1;

    private int Open(in CacheNames names, in CacheRecord record, in Statx source, out Reason whyNot)
    {
        if (!record.IsOfSource(source))
        {
            whyNot = Reason.DifferentVolumesEntryOutdated;
            return -1;
        }

        whyNot = Reason.DifferentVolumesEntryDamaged;

        fixed (CacheNames* name = &names)
        {
            int entry = openat(_folder, name->Entry, ReadNow | O_NOFOLLOW, 0);
            if (entry < 0)
            {
                return -1;
            }

            if (TryGetStatus(entry, out Statx status) && record.IsOfEntry(status))
            {
                whyNot = Reason.None;
                return entry;
            }

            _ = close(entry);
            return -1;
        }
    }

    private bool TryReadRecord(in CacheNames names, LinuxScratch scratch, out CacheRecord found, out Reason whyNot)
    {
        found = default;
        fixed (CacheNames* name = &names)
        fixed (byte* buffer = scratch.Record)
        {
            int record = openat(_folder, name->Record, ReadNow | O_NOFOLLOW, 0);
            if (record < 0)
            {
                whyNot = Error == ENOENT ? Reason.None : Reason.DifferentVolumesEntryDamaged;
                return false;
            }

            bool known = TryGetStatus(record, out Statx status)
                && CacheRecord.IsTrusted(status)
                && read(record, buffer, (nuint)CacheRecord.MaximumLength) is var length and > 0
                && CacheRecord.TryParse(scratch.Record, (int)length, scratch.Source, out found);
            if (known)
            {
                NoteUse(record, status);
                _records.Add(names.Hash, found);
            }

            whyNot = known ? Reason.None : Reason.DifferentVolumesEntryDamaged;
            _ = close(record);
            return known;
        }
    }

    private static void NoteUse(int record, in Statx status)
    {
        if (status.ModifySeconds + UseIsNotedSeconds < DateTimeOffset.UtcNow.ToUnixTimeSeconds())
        {
            _ = futimens(record, null);
        }
    }
}
