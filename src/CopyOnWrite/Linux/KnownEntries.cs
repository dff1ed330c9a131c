using System;

namespace CopyOnWrite.Linux;

/// <summary>
/// The records that this process has read, by the hash of the source's path: most sources are copied many times in a build. An entry is
/// held against its record at each use, wherever the record comes from. A table with one place for each hash, which loads no generic type.
/// </summary>
internal static class KnownEntries
{
    private const int Places = 4096;

    // Then the record is read again, so that its time says that the entry is in use.
    private const int ForgottenAfterMilliseconds = 3_600_000;

    private static readonly Known?[] s_table = new Known?[Places];

    internal static bool TryGet(ulong hash, out CacheRecord record)
    {
        Known? known = s_table[hash % Places];
        bool found = known is not null && known.Hash == hash && unchecked(Environment.TickCount - known.Since) < ForgottenAfterMilliseconds;
        record = found ? known!.Record : default;
        return found;
    }

    internal static void Add(ulong hash, in CacheRecord record) => s_table[hash % Places] = new Known(hash, record);

    private sealed class Known
    {
        internal readonly ulong Hash;
        internal readonly CacheRecord Record;
        internal readonly int Since = Environment.TickCount;

        internal Known(ulong hash, in CacheRecord record)
        {
            Hash = hash;
            Record = record;
        }
    }
}
