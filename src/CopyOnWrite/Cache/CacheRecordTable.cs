using System;

namespace CopyOnWrite;

/// <summary>
/// The records that this process has read, by the hash of the source's path: most sources are copied many times in a build. An entry is
/// compared with its record at each use, wherever the record comes from. A table with one place for each hash, which loads no generic type.
/// </summary>
internal sealed class CacheRecordTable
{
    private const int Places = 4096;

    // After this time a record is read again, which updates its time of use.
    private const int ForgottenAfterMilliseconds = 3_600_000;

    private readonly Known?[] _table = new Known?[Places];

    /// <summary>The record; null when it was not read.</summary>
    internal CacheRecord? Find(ulong hash) =>
        _table[hash % Places] is { } known && known.Hash == hash
            && unchecked(Environment.TickCount - known.Since) < ForgottenAfterMilliseconds
            ? known.Record
            : null;

    internal void Add(ulong hash, CacheRecord record) => _table[hash % Places] = new Known(hash, record);

    internal void Forget(ulong hash) => _table[hash % Places] = null;

    private sealed class Known(ulong hash, CacheRecord record)
    {
        internal readonly ulong Hash = hash;
        internal readonly CacheRecord Record = record;
        internal readonly int Since = Environment.TickCount;
    }
}
