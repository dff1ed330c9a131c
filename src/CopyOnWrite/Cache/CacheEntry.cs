using System;

namespace CopyOnWrite;

internal enum EntryState
{
    Usable,

    /// <summary>Its source was changed or is gone; the next copy of that path replaces it.</summary>
    Outdated,

    /// <summary>It is not the recorded file, or its record cannot be read. It is never used.</summary>
    Damaged,

    /// <summary>It is in another user's cache, whose records this user does not trust.</summary>
    Unknown,
}

/// <summary>An entry and its state.</summary>
/// <param name="Source">The path it was copied from; empty when the record cannot be read.</param>
/// <param name="LastUsed">To the hour, in UTC.</param>
internal sealed record CacheEntry(string File, string Source, long Bytes, DateTime LastUsed, EntryState State);
