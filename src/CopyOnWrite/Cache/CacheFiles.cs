using System;

namespace CopyOnWrite;

/// <summary>How the files in a cache's folder are named. Files with other names are not the cache's and are left alone.</summary>
internal static class CacheFiles
{
    internal const string Entry = ".entry";
    internal const string Record = ".record";
    internal const string Claim = ".claim";
    internal const string New = ".new";

    private const int HashLength = 16;

    /// <summary>The names of the files beside the entries.</summary>
    internal const string Ignore = ".gitignore";

    /// <summary>The tag by which backup programs recognise a cache (bford.info/cachedir).</summary>
    internal const string Tag = "CACHEDIR.TAG";

    /// <summary>Its modification time says when the cache was last pruned.</summary>
    internal const string Stamp = "last-pruned";

    /// <summary>Whether the cache makes files of this name. Any other name with such an ending belongs to another program.</summary>
    internal static bool IsOne(string name, string ending) =>
        name.Length == HashLength + ending.Length
        && name.EndsWith(ending, StringComparison.Ordinal)
        && TemporaryFiles.IsHex(name, 0, HashLength);
}
