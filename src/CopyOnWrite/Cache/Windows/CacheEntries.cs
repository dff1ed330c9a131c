using System;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Finds entries in an open cache folder. An entry is two files (<see cref="CacheNames"/>): a copy of the source and its record. Nothing is
/// ever written into an entry.
/// </summary>
internal sealed class CacheEntries
{
    // A record's own write time is when its entry was last used. Finer would cost a write for each clone.
    private const long UseIsNotedTime = 3600 * TimeSpan.TicksPerSecond;

    private const uint ReadAndDelete = FILE_SHARE_READ | FILE_SHARE_DELETE;

    private readonly IWindowsCalls _calls;
    private readonly CacheRecordTable _records;
    private readonly CacheFileTrust _trust;

    internal CacheEntries(IWindowsCalls calls, CacheRecordTable records)
    {
        _calls = calls;
        _records = records;
        _trust = new CacheFileTrust(calls);
    }

    /// <summary>The entry that is of this very source, open for reading and to be closed by the caller. False when there is none.</summary>
    /// <param name="whyNot">That the entry which is there is outdated or damaged; none where there is no entry.</param>
    internal bool TryOpen(in CacheNames names, in SourceIdentity source, out nint entry, out FileStamp stamp, out Reason whyNot)
    {
        if (_records.Find(names.Hash) is { } known && TryOpen(names, known, source, out entry, out stamp, out whyNot))
        {
            return true;
        }

        entry = INVALID_HANDLE_VALUE;
        stamp = default;
        if (TryReadRecord(names, out whyNot) is not { } record
            || !TryOpen(names, record, source, out entry, out stamp, out whyNot))
        {
            return false;
        }

        // Once for each record that the process reads: who may write to the entry can set back the times that would show it.
        if (_trust.Has(entry))
        {
            _records.Add(names.Hash, record);
            return true;
        }

        _calls.CloseHandle(entry);
        entry = INVALID_HANDLE_VALUE;
        whyNot = Reason.DifferentVolumesEntryDamaged;
        return false;
    }

    private bool TryOpen(
        in CacheNames names, CacheRecord record, in SourceIdentity source, out nint entry, out FileStamp stamp, out Reason whyNot)
    {
        entry = INVALID_HANDLE_VALUE;
        stamp = default;
        if (!record.IsOfSource(source))
        {
            whyNot = Reason.DifferentVolumesEntryOutdated;
            return false;
        }

        whyNot = Reason.DifferentVolumesEntryDamaged;
        if (_calls.CreateFile(names.Entry, GENERIC_READ, ReadAndDelete, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out entry) != 0)
        {
            return false;
        }

        if (FileStamp.Get(_calls, entry, out stamp) == 0 && record.IsOfEntry(stamp))
        {
            whyNot = Reason.None;
            return true;
        }

        _calls.CloseHandle(entry);
        return false;
    }

    private CacheRecord? TryReadRecord(in CacheNames names, out Reason whyNot)
    {
        // What cannot be opened is missing, or another process is just making it.
        whyNot = Reason.None;
        const uint Access = GENERIC_READ | FILE_WRITE_ATTRIBUTES;
        if (_calls.CreateFile(
            names.Record, Access, SmallFile.ShareAll, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out nint file) != 0)
        {
            return null;
        }

        // No more than what the numbers take: the path behind them is for people.
        var content = new byte[CacheRecord.DecidingLength];
        CacheRecord? record = null;
        if (_trust.Has(file) && CacheRecord.TryRead(content, SmallFile.Read(_calls, file, content), out record))
        {
            NoteUse(file);
        }
        else
        {
            whyNot = Reason.DifferentVolumesEntryDamaged;
        }

        _calls.CloseHandle(file);
        return record;
    }

    private void NoteUse(nint record)
    {
        if (_calls.GetNetworkOpenInformation(record, out FILE_NETWORK_OPEN_INFORMATION state) == 0
            && state.LastWriteTime + UseIsNotedTime < _calls.SystemTime())
        {
            CacheFolderFiles.SetWriteTime(_calls, record);
        }
    }
}
