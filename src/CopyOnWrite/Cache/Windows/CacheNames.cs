using System.Globalization;
using System.IO;

namespace CopyOnWrite.Windows;

/// <summary>
/// The paths of an entry's files: named by a hash of the source's path, so that a source that has changed replaces its own entry. Of two
/// paths with one hash the entries only take turns: the record says which file the entry is of.
/// </summary>
internal readonly struct CacheNames
{
    private readonly string _start;

    internal readonly ulong Hash;

    /// <param name="folder">The cache's.</param>
    /// <param name="source">In any case: volumes do not tell names apart by it.</param>
    internal CacheNames(string folder, string source)
    {
        Hash = Win32Path.HashInAnyCase(source);
        _start = Path.Combine(folder, Hash.ToString("x16", CultureInfo.InvariantCulture));
    }

    /// <summary>A copy of the source, from which destinations are cloned. Read-only.</summary>
    internal string Entry => _start + CacheFiles.Entry;

    /// <summary>A <see cref="CacheRecord"/>. An entry without one, or with another file's, is none.</summary>
    internal string Record => _start + CacheFiles.Record;

    /// <summary>Who has it open makes the entry. It goes with the process that created it (FILE_FLAG_DELETE_ON_CLOSE).</summary>
    internal string Claim => _start + CacheFiles.Claim;

    /// <summary>The entry while it is made, and then the record.</summary>
    internal string New => _start + CacheFiles.New;
}
