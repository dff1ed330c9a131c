using System;
using System.Collections.Generic;

namespace CopyOnWrite;

/// <summary>Which entries a cache is too big, or they too old, to keep.</summary>
internal static class CacheBounds
{
    /// <summary>In the order in which they go: the one that was not used for longest first.</summary>
    /// <param name="used">All entries. Is sorted.</param>
    /// <param name="maximumBytes">
    /// For all entries, by their length; on a small or full volume half of what would be free without them, if that is less.
    /// </param>
    /// <param name="available">In bytes, what the user has left on the volume.</param>
    /// <param name="tooOld">What was not used since then goes in any case.</param>
    internal static List<UsedEntry> WhatGoes(List<UsedEntry> used, long maximumBytes, ulong available, DateTime tooOld)
    {
        ulong total = 0;
        foreach (UsedEntry entry in used)
        {
            total += (ulong)entry.Bytes;
        }

        used.Sort((a, b) => a.LastUsed.CompareTo(b.LastUsed));
        ulong limit = Math.Min((ulong)Math.Max(0, maximumBytes), (available + total) / 2);
        var goes = new List<UsedEntry>();
        foreach (UsedEntry entry in used)
        {
            if (total > limit || entry.LastUsed < tooOld)
            {
                goes.Add(entry);
                total -= (ulong)entry.Bytes;
            }
        }

        return goes;
    }

    /// <param name="LastUsed">In UTC.</param>
    internal sealed record UsedEntry(string Hash, DateTime LastUsed, long Bytes);
}
