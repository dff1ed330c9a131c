using System;
using System.Diagnostics;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Remembers what file systems have refused, so that each volume or folder is tried once per process and not once per file: the clones of a
/// pair of volumes, or what a folder does not let its files do. An entry is forgotten after some minutes, because a process such as
/// Visual Studio lives for days, and a volume can be mounted differently or a sandbox lifted meanwhile. The refusal of one file says
/// nothing about the next, and is not remembered.
/// </summary>
/// <param name="rememberedFor">Null for five minutes.</param>
internal sealed class Refusals(TimeSpan? rememberedFor = null)
{
    // Bounds memory and the time of a search where thousands of folders refuse: the oldest are tried again.
    private const int MostEntries = 256;

    private readonly double _ticksRemembered = (rememberedFor ?? TimeSpan.FromMinutes(5)).TotalSeconds * Stopwatch.Frequency;
    private readonly object _adding = new();
    private volatile Entry[] _entries = Array.Empty<Entry>();

    /// <summary>What was refused for this pair, or <see cref="Reason.None"/> when nothing was or that is forgotten.</summary>
    internal Reason Find(ulong source, ulong destination) =>
        EntryOf(source, destination) is { } entry && Stopwatch.GetTimestamp() - Volatile.Read(ref entry.Refused) < _ticksRemembered
            ? entry.Reason
            : Reason.None;

    internal void Remember(ulong source, ulong destination, Reason reason)
    {
        Entry entry = EntryOf(source, destination, reason);
        Volatile.Write(ref entry.Refused, Stopwatch.GetTimestamp());
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
        internal long Refused = Stopwatch.GetTimestamp();
    }
}
