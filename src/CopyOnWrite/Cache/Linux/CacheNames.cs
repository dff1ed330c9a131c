namespace CopyOnWrite.Linux;

/// <summary>
/// The names of an entry's files in the cache's folder: a hash of the source's path, so that a source that has changed replaces its own
/// entry. The record holds the path itself; two paths with one hash only take turns.
/// </summary>
internal unsafe struct CacheNames
{
    private const int HashLength = 16;
    private const int Length = HashLength + 8;
    private const string Aside = ".aside";

    /// <summary>Space for a name of <see cref="WriteAside"/>.</summary>
    internal const int AsideLength = Length + 8;

    /// <summary>A copy of the source, from which destinations are cloned.</summary>
    internal fixed byte Entry[Length];

    /// <summary>A <see cref="CacheRecord"/>. An entry without one, or with another file's, is none.</summary>
    internal fixed byte Record[Length];

    /// <summary>
    /// The record while it is made. Who holds its lock (<see cref="LockedTempFile"/>) makes the entry; the lock of a process that ended is
    /// gone.
    /// </summary>
    internal fixed byte Claim[Length];

    /// <summary>The entry while it is made.</summary>
    internal fixed byte New[Length];

    internal ulong Hash;

    internal static CacheNames Of(byte[] path)
    {
        ulong hash = PathHash.Of(path);
        CacheNames names = default;
        names.Hash = hash;
        Write(names.Entry, hash, CacheFiles.Entry);
        Write(names.Record, hash, CacheFiles.Record);
        Write(names.Claim, hash, CacheFiles.Claim);
        Write(names.New, hash, CacheFiles.New);
        return names;
    }

    /// <summary>The name for what is in the way under a name of the cache's and is not the cache's.</summary>
    internal static void WriteAside(byte* name, byte* aside)
    {
        while (*name != 0)
        {
            *aside++ = *name++;
        }

        foreach (char letter in Aside)
        {
            *aside++ = (byte)letter;
        }

        *aside = 0;
    }

    private static void Write(byte* name, ulong hash, string ending)
    {
        for (int i = 0; i < HashLength; i++)
        {
            int digit = (int)(hash >> (60 - (4 * i))) & 15;
            name[i] = (byte)(digit < 10 ? '0' + digit : 'a' + digit - 10);
        }

        for (int i = 0; i < ending.Length; i++)
        {
            name[HashLength + i] = (byte)ending[i];
        }

        name[HashLength + ending.Length] = 0;
    }
}
