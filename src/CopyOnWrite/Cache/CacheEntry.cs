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
internal sealed class CacheEntry
{
    internal CacheEntry(string file, string source, long bytes, DateTime lastUsed, EntryState state)
    {
        File = file;
        Source = source;
        Bytes = bytes;
        LastUsed = lastUsed;
        State = state;
    }

    public string File { get; }

    /// <summary>The path that it was made from; empty when the record cannot be read.</summary>
    public string Source { get; }

    public long Bytes { get; }

    /// <summary>To the hour, in UTC.</summary>
    public DateTime LastUsed { get; }

    public EntryState State { get; }
}
