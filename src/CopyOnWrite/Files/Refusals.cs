using System;
using System.Diagnostics;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Remembers what file systems have refused, so that each volume or folder is tried once per process and not once per file: the clones of a
/// pair of volumes, or what a folder does not let its files do. An entry is forgotten after some minutes, because a process such as
/// Visual Studio lives for days, and a volume can be mounted differently or a sandbox lifted meanwhile. The refusal of one file says
/// nothing about the next; <see cref="CountOne"/> gives up where every file is refused (xfs answers EINVAL for files of a realtime volume).
/// </summary>
/// <param name="rememberedFor">Null for five minutes.</param>
internal sealed class Refusals(TimeSpan? rememberedFor = null)
{
    // Enough to tell a volume that never clones from a folder of odd files; the cost of being wrong is copying.
    private const int FilesBeforeGivingUp = 32;

    // Bounds memory and the time of a search where thousands of folders refuse: the oldest are tried again.
    private const int MostEntries = 256;

    private readonly double _ticksRemembered = (rememberedFor ?? TimeSpan.FromMinutes(5)).TotalSeconds * Stopwatch.Frequency;
    private readonly object _adding = new();
    private volatile Entry[] _entries = Array.Empty<Entry>();

    /// <summary>What was refused for this pair, or <see cref="Reason.None"/> when nothing was or that is forgotten.</summary>
    internal Reason Find(ulong source, ulong destination) =>
        EntryOf(source, destination) is { } entry && Volatile.Read(ref entry.Files) >= FilesBeforeGivingUp && !IsOver(entry)
            ? entry.Reason
            : Reason.None;

    internal void Remember(ulong source, ulong destination, Reason reason)
    {
        Entry entry = EntryOf(source, destination, reason);
        Volatile.Write(ref entry.Refused, Stopwatch.GetTimestamp());
        Volatile.Write(ref entry.Files, FilesBeforeGivingUp);
    }

    /// <summary>Counts the refusal of one file: after 32 in a row the pair of volumes counts as one that cannot clone.</summary>
    internal void CountOne(ulong source, ulong destination)
    {
        Entry entry = EntryOf(source, destination, Reason.VolumeCannotClone);
        _ = IsOver(entry);
        Volatile.Write(ref entry.Refused, Stopwatch.GetTimestamp());
        Interlocked.Increment(ref entry.Files);
    }

    /// <summary>A file was not refused.</summary>
    internal void Forget(ulong source, ulong destination)
    {
        if (EntryOf(source, destination) is { } entry)
        {
            Volatile.Write(ref entry.Files, 0);
        }
    }

    private bool IsOver(Entry entry)
    {
        bool isOver = Stopwatch.GetTimestamp() - Volatile.Read(ref entry.Refused) >= _ticksRemembered;
        if (isOver)
        {
            Volatile.Write(ref entry.Files, 0);
        }

        return isOver;
    }

    // A loop: each file asks, and a lambda that captures is an object.
    private Entry? EntryOf(ulong source, ulong destination)
    {
        foreach (Entry entry in _entries)
        {
            if (entry.Source == source && entry.Destination == destination)
            {
                return entry;
            }
        }

        return null;
    }

    // Copy on write: most processes have none or a handful, readers never wait, and a plain array loads no generic type.
    private Entry EntryOf(ulong source, ulong destination, Reason reason)
    {
        lock (_adding)
        {
            if (EntryOf(source, destination) is { } known)
            {
                known.Reason = reason;
                return known;
            }

            Entry[] before = _entries;
            int dropped = before.Length < MostEntries ? 0 : 1;
            var entries = new Entry[before.Length - dropped + 1];
            Array.Copy(before, dropped, entries, 0, before.Length - dropped);
            var added = new Entry(source, destination, reason);
            entries[entries.Length - 1] = added;
            _entries = entries;
            return added;
        }
    }

    private sealed class Entry(ulong source, ulong destination, Reason reason)
    {
        internal readonly ulong Source = source;
        internal readonly ulong Destination = destination;
        internal volatile Reason Reason = reason;
        internal int Files;

        /// <summary>When the last file was refused.</summary>
        internal long Refused;
    }
}
