namespace CopyOnWrite.Torture.Campaigns;

/// <summary>
/// Every name that the product looks at or makes outside of its sources, HASH for sixteen digits or an entry's key and FILE for a
/// destination. A name that is not here fails the campaign, so that its author considers what another user may put there.
/// </summary>
internal static class KnownNames
{
    private static readonly HashSet<string> s_known = new(StringComparer.Ordinal)
    {
        // The destination, and the file renamed to it: made new (linkat, O_EXCL), never opened to write where something has the name.
        "out", "out/FILE", "out/folder", "out/folder/FILE", "out/.cow-HASH.user", "out/folder/.cow-HASH.user",

        // The cache's folder is refused unless it is the user's own and no other user may write to it, so no other user can plant anything
        // in it.
        ".copyonwrite-cache", ".copyonwrite-cache/CACHEDIR.TAG", ".copyonwrite-cache/.gitignore",
        ".copyonwrite-cache/.cow-HASH.user", ".copyonwrite-cache/HASH.entry",
        ".copyonwrite-cache/HASH.entry.new",

        // Searched, not opened, to find a repository's root (DefaultCacheFolder).
        "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props", ".git",
    };

    // A file without a name (O_TMPFILE).
    private static readonly Regex s_nameless = new(@"(^|/)#\d+$");
    private static readonly Regex s_hash = new("[0-9a-f]{16}(-[0-9a-f]{112})?");

    internal static bool IsInCache(string relative) => relative.StartsWith(".copyonwrite-cache/", StringComparison.Ordinal);

    /// <summary>The unknown ones of a run's names, relative to the world.</summary>
    internal static IEnumerable<string> Unknown(IEnumerable<string> relative, IReadOnlyCollection<string> files) => relative
        .Where(name => !s_nameless.IsMatch(name))
        .Select(name => name.TrimEnd('/')) // A file without a name is made in "out/".
        .Select(name => files.Contains(name) ? Regex.Replace(name, "[^/]+$", "FILE") : s_hash.Replace(name, "HASH"))
        .Distinct()
        .Where(name => !s_known.Contains(name));
}
