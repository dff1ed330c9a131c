using System;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// Finds entries in an open cache folder. An entry is two files (<see cref="CacheNames"/>): a copy of the source and its record. Nothing is
/// ever written into an entry.
/// </summary>
internal readonly struct CacheEntries
{
    // A record's own modification time is when its entry was last used. Finer would cost a write for each clone.
    private const int UseIsNotedSeconds = 3600;

    private readonly IMacCalls _system;
    private readonly int _folder;

    internal CacheEntries(IMacCalls system, int folder)
    {
        _system = system;
        _folder = folder;
    }

    /// <summary>The entry that is of this very source, open for reading; -1 when there is none. To be closed by the caller.</summary>
    /// <param name="path">The source's, ended by a zero.</param>
    /// <param name="source">Open.</param>
    /// <param name="whyNot">That the entry which is there is outdated or damaged; none where there is no entry.</param>
    internal int Open(in CacheNames names, byte[] path, int source, in Stat status, out Reason whyNot)
    {
        if (!TryReadRecord(names, path, out CacheRecord record, out whyNot))
        {
            return -1;
        }

        if (!record.IsOfSource(status) || _system.VolumeOf(source, out MacVolume volume) != 0 || !record.IsOfVolume(volume))
        {
            whyNot = Reason.DifferentVolumesEntryOutdated;
            return -1;
        }

        whyNot = Reason.DifferentVolumesEntryDamaged;
        if (_system.OpenToReadIn(_folder, names.Entry, out int entry) != 0)
        {
            return -1;
        }

        if (_system.StatusOf(entry, out Stat there) == 0 && record.IsOfEntry(there))
        {
            whyNot = Reason.None;
            return entry;
        }

        _system.Close(entry);
        return -1;
    }

    private bool TryReadRecord(in CacheNames names, byte[] path, out CacheRecord record, out Reason whyNot)
    {
        record = default;
        int error = _system.OpenToReadIn(_folder, names.Record, out int file);
        if (error != 0)
        {
            whyNot = error == ENOENT ? Reason.None : Reason.DifferentVolumesEntryDamaged;
            return false;
        }

        var content = new byte[CacheRecord.MaximumLength];
        bool known = _system.StatusOf(file, out Stat status) == 0
            && CacheRecord.IsTrusted(status, _system.User)
            && _system.Read(file, content, out int length) == 0
            && CacheRecord.TryParse(content, length, path, out record);
        if (known && status.ModifySeconds + UseIsNotedSeconds < DateTimeOffset.UtcNow.ToUnixTimeSeconds())
        {
            _ = _system.Touch(file);
        }

        whyNot = known ? Reason.None : Reason.DifferentVolumesEntryDamaged;
        _system.Close(file);
        return known;
    }
}
