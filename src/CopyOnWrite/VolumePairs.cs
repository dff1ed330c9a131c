using System;
using System.Diagnostics;
using System.Threading;

namespace CopyOnWrite;

/// <summary>
/// Remembers which pairs of source and destination volume cannot clone, so that such a pair is asked once per process and not once per
/// file. Only "this pair cannot" is remembered; that it can shows when a file is cloned. One file's refusal means nothing for the next
/// file, but a pair that only ever refuses (xfs answers EINVAL for every file of a realtime volume) is given up for some minutes: a process
/// such as Visual Studio lives for days, and what refused may have been a program that was at work then.
/// </summary>
/// <param name="givesUpFor">Null for five minutes.</param>
internal sealed class VolumePairs(TimeSpan? givesUpFor = null)
{
    // Enough to tell a volume that never clones from a folder of odd files; the cost of being wrong is copying.
    private const int RefusalsBeforeGivingUp = 32;

    private readonly double _ticksGivenUp = (givesUpFor ?? TimeSpan.FromMinutes(5)).TotalSeconds * Stopwatch.Frequency;
    private readonly object _adding = new();
    private volatile Entry[] _entries = Array.Empty<Entry>();

    /// <summary>Whether no clone from this volume was refused.</summary>
    public bool HasNoRefusalFrom(ulong sourceVolume) => !Array.Exists(_entries, entry => entry.Source == sourceVolume);

    /// <summary>Why this pair cannot clone, or <see cref="Reason.None"/> when it can or that is unknown.</summary>
    public Reason WhyNot(ulong sourceVolume, ulong destinationVolume)
    {
        Entry? entry = Find(sourceVolume, destinationVolume);
        return entry is null ? Reason.None
            : entry.Reason != Reason.None ? entry.Reason
            : Volatile.Read(ref entry.Refusals) >= RefusalsBeforeGivingUp && !IsOver(entry) ? Reason.VolumeCannotClone
            : Reason.None;
    }

    public void RememberCannot(ulong sourceVolume, ulong destinationVolume, Reason reason) =>
        Add(new Entry(sourceVolume, destinationVolume, reason));

    public void CountRefusal(ulong sourceVolume, ulong destinationVolume)
    {
        Entry entry = Find(sourceVolume, destinationVolume) ?? Add(new Entry(sourceVolume, destinationVolume, Reason.None));
        Volatile.Write(ref entry.Refused, Stopwatch.GetTimestamp());
        Interlocked.Increment(ref entry.Refusals);
    }

    public void ForgetRefusals(ulong sourceVolume, ulong destinationVolume)
    {
        if (Find(sourceVolume, destinationVolume) is { } entry)
        {
            Volatile.Write(ref entry.Refusals, 0);
        }
    }

    private bool IsOver(Entry entry)
    {
        bool isOver = Stopwatch.GetTimestamp() - Volatile.Read(ref entry.Refused) >= _ticksGivenUp;
        if (isOver)
        {
            Volatile.Write(ref entry.Refusals, 0);
        }

        return isOver;
    }

    /// <summary>The last that was added.</summary>
    private Entry? Find(ulong source, ulong destination) =>
        Array.FindLast(_entries, entry => entry.Source == source && entry.Destination == destination);

    // Copy on write: a machine has a handful of volumes, readers never wait, and a plain array loads no generic type.
    private Entry Add(Entry added)
    {
        lock (_adding)
        {
            Entry[] entries = _entries;
            Array.Resize(ref entries, entries.Length + 1);
            entries[entries.Length - 1] = added;
            _entries = entries;
            return added;
        }
    }

    private sealed class Entry(ulong source, ulong destination, Reason reason)
    {
        internal readonly ulong Source = source;
        internal readonly ulong Destination = destination;
        internal readonly Reason Reason = reason;
        internal int Refusals;

        /// <summary>When the last clone was refused.</summary>
        internal long Refused;
    }
}
