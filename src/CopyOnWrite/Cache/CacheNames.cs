using System.Globalization;

namespace CopyOnWrite;

/// <summary>
/// The names of an entry's files in the cache's folder: a hash of the source's path, so that a source that has changed replaces its own
/// entry. Two paths with one hash replace each other's entry: the record says whose it is.
/// </summary>
internal readonly struct CacheNames
{
    private readonly string _hash;

    internal CacheNames(ulong hash) => _hash = hash.ToString("x16", CultureInfo.InvariantCulture);

    internal CacheNames(string hash) => _hash = hash;

    /// <summary>A copy of the source, from which destinations are cloned. Nothing is ever written into it.</summary>
    internal string Entry => _hash + CacheFiles.Entry;

    /// <summary>A <see cref="CacheRecord"/>. An entry without one, or with another file's, is never used.</summary>
    internal string Record => _hash + CacheFiles.Record;

    /// <summary>Claims the making of the entry; it ends with its process (<see cref="ICacheSystem.TryClaim"/>).</summary>
    internal string Claim => _hash + CacheFiles.Claim;

    /// <summary>The entry, and then the record, while it is made.</summary>
    internal string New => _hash + CacheFiles.New;
}
