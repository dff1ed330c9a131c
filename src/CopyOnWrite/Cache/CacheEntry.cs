using System;

namespace CopyOnWrite;

internal enum EntryState
{
    Usable,

    /// <summary>Its source was changed or is gone; the next copy of that path replaces it.</summary>
    Outdated,

    /// <summary>Not the file that was recorded, or without a record that can be read: never used.</summary>
    Damaged,
}

/// <summary>An entry as it is found.</summary>
/// <param name="Source">The path that it was made from; empty when the record cannot be read.</param>
/// <param name="LastUsed">To the hour, in UTC.</param>
internal sealed record CacheEntry(string File, string Source, long Bytes, DateTime LastUsed, EntryState State);
