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
internal sealed class CacheEntry(string file, string source, long bytes, DateTime lastUsed, EntryState state)
{
    public string File { get; } = file;

    /// <summary>The path that it was made from; empty when the record cannot be read.</summary>
    public string Source { get; } = source;

    public long Bytes { get; } = bytes;

    /// <summary>To the hour, in UTC.</summary>
    public DateTime LastUsed { get; } = lastUsed;

    public EntryState State { get; } = state;
}
