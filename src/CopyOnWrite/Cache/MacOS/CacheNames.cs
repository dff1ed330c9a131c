using System.Globalization;
using System.Text;

namespace CopyOnWrite.MacOS;

/// <summary>
/// The names of an entry's files in the cache's folder: a hash of the source's path, so that a source that has changed replaces its own
/// entry. The record holds the path itself; two paths with one hash only take turns.
/// </summary>
internal readonly struct CacheNames
{
    /// <summary>In bytes, behind the part of <see cref="NewTemporary(ulong)"/> that is free to choose.</summary>
    internal const int TemporarySuffix = 4;

    private readonly ulong _hash;

    /// <param name="path">Ended by a zero, as all names.</param>
    internal CacheNames(byte[] path) => _hash = PathHash.Of(path);

    /// <summary>A copy of the source, from which destinations are cloned.</summary>
    internal byte[] Entry => With(CacheFiles.Entry);

    /// <summary>A <see cref="CacheRecord"/>. An entry without one, or with another file's, is none.</summary>
    internal byte[] Record => With(CacheFiles.Record);

    /// <summary>The record while it is made. Who has its lock makes the entry.</summary>
    internal byte[] Claim => With(CacheFiles.Claim);

    /// <summary>A clone of the entry, for a moment, by which it is tried.</summary>
    internal byte[] Trial => With(CacheFiles.New);

    /// <summary>A name for <see cref="IMacCalls.CreateIn"/>, which is one of <see cref="TemporaryFiles"/>.</summary>
    internal byte[] NewTemporary() => NewTemporary(_hash);

    /// <inheritdoc cref="NewTemporary()"/>
    internal static byte[] NewTemporary(ulong number)
    {
        string name = TemporaryFiles.NameOf(number, 0);
        return Encode(name.Insert(name.Length - TemporarySuffix, "-XXXXXXXX"));
    }

    internal static byte[] Encode(string name) => Encoding.UTF8.GetBytes(name + '\0');

    private byte[] With(string ending) => Encode(_hash.ToString("x16", CultureInfo.InvariantCulture) + ending);
}
