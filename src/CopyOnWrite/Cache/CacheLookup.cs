using System;

namespace CopyOnWrite;

/// <summary>
/// Finds entries in an open cache folder. An entry is two files (<see cref="CacheNames"/>): a copy of the source and its record.
/// </summary>
internal sealed class CacheLookup(ICacheSystem system, CacheRecordTable records)
{
    // The write time of a record says when its entry was last used. A finer unit would cost a write for each clone.
    private static readonly TimeSpan s_useIsNoted = TimeSpan.FromHours(1);

    /// <summary>Whether there is a valid entry for this source.</summary>
    internal bool Has(CacheFolder folder, CacheSource source)
    {
        bool has = TryOpen(folder, source.Hash, source.Numbers, out nint entry, out _);
        if (has)
        {
            system.Close(entry);
        }

        return has;
    }

    /// <summary>Opens the valid entry of this source for reading; the caller closes it. False without one.</summary>
    /// <param name="hash">The hash of the source's path.</param>
    /// <param name="whyNot">Says that the entry is outdated or damaged; <see cref="Reason.None"/> without an entry.</param>
    internal bool TryOpen(CacheFolder folder, ulong hash, in FileNumbers source, out nint entry, out Reason whyNot)
    {
        var names = new CacheNames(hash);
        if (records.Find(hash) is { } known && TryOpen(folder, names, known, source, out entry, out whyNot))
        {
            return true;
        }

        entry = -1;
        if (ReadRecord(folder, names, out whyNot) is not { } record || !TryOpen(folder, names, record, source, out entry, out whyNot))
        {
            return false;
        }

        // Called once for each record that the process reads.
        if (system.IsTrustedEntry(entry))
        {
            records.Add(hash, record);
            return true;
        }

        system.Close(entry);
        whyNot = Reason.DifferentVolumesEntryDamaged;
        return false;
    }

    private bool TryOpen(
        CacheFolder folder, in CacheNames names, CacheRecord record, in FileNumbers source, out nint entry, out Reason whyNot)
    {
        entry = -1;
        whyNot = !record.IsOfSource(source) ? Reason.DifferentVolumesEntryOutdated
            : !TryOpenRecorded(system, folder, names, record, out entry) ? Reason.DifferentVolumesEntryDamaged
            : Reason.None;
        return whyNot == Reason.None;
    }

    /// <summary>Opens the entry if it is the recorded file.</summary>
    internal static bool TryOpenRecorded(
        ICacheSystem system, CacheFolder folder, in CacheNames names, CacheRecord record, out nint entry)
    {
        if (system.Open(folder, names.Entry, out entry) != 0)
        {
            return false;
        }

        bool isRecorded = system.TryGetNumbers(entry, isSource: false, out FileNumbers found) && record.IsOfEntry(found);
        if (!isRecorded)
        {
            system.Close(entry);
        }

        return isRecorded;
    }

    private CacheRecord? ReadRecord(CacheFolder folder, in CacheNames names, out Reason whyNot)
    {
        int error = system.Open(folder, names.Record, out nint file);
        if (error != 0)
        {
            whyNot = error == CacheError.OfThisFile ? Reason.None : Reason.DifferentVolumesEntryDamaged;
            return null;
        }

        // Only the numbers are read: the path after them is for people.
        var content = new byte[CacheRecord.DecidingLength];
        CacheRecord? record = system.IsTrusted(file, out DateTime used) ? CacheRecord.Read(content, system.Read(file, content)) : null;
        system.Close(file);
        if (record is not null && used + s_useIsNoted < system.Now)
        {
            system.Touch(folder, names.Record);
        }

        whyNot = record is null ? Reason.DifferentVolumesEntryDamaged : Reason.None;
        return record;
    }
}
