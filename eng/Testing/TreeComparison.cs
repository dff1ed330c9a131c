namespace CopyOnWrite.Testing;

public enum MtimeComparison
{
    /// <summary>
    /// Compares the origins of mtimes instead of their values, for two builds of the same sources: see <see cref="MtimeOrigins"/>.
    /// </summary>
    ByOrigin,

    /// <summary>
    /// Compares mtimes to the nanosecond, for one tree before and after. Ignores folders: temporary names change their mtimes.
    /// </summary>
    Exact,
}

/// <summary>The differences of two trees, in the order of their paths.</summary>
internal static class TreeComparison
{
    internal static IReadOnlyList<string> Run(TreeSnapshot here, TreeSnapshot there, MtimeComparison mtimes)
    {
        IEnumerable<string> lines = here.Entries.Keys.Union(there.Entries.Keys).Order(StringComparer.Ordinal).SelectMany(path =>
            (here.Entries.GetValueOrDefault(path), there.Entries.GetValueOrDefault(path)) switch
            {
                ({ } left, { } right) => Compare(left, right, mtimes),
                ({ }, null) => [$"{path}: only here"],
                _ => [$"{path}: only there"],
            });
        return [.. lines, .. mtimes == MtimeComparison.ByOrigin ? MtimeOrigins.Differences(here, there) : []];
    }

    /// <summary>Local time would differ between machines.</summary>
    internal static string Readable(long nanoseconds)
    {
        long seconds = Math.DivRem(nanoseconds, 1_000_000_000, out long rest);
        DateTime time = DateTime.UnixEpoch.AddSeconds(rest < 0 ? seconds - 1 : seconds);
        return string.Create(CultureInfo.InvariantCulture, $"{time:yyyy-MM-dd HH:mm:ss}.{(rest < 0 ? rest + 1_000_000_000 : rest):d9}Z");
    }

    private static IEnumerable<string> Compare(TreeEntry here, TreeEntry there, MtimeComparison mtimes)
    {
        bool byTime = mtimes == MtimeComparison.Exact && here.Kind != TreeEntryKind.Folder;
        bool byContent = here.Length == there.Length;
        IEnumerable<(string What, string? Here, string? There)> facts = here.Kind != there.Kind
            ? [("kind", $"{here.Kind}", $"{there.Kind}")]
            :
            [
                ("link target", here.LinkTarget, there.LinkTarget),
                ("length", $"{here.Length}", $"{there.Length}"),
                ("SHA-256", byContent ? here.Sha256 : null, byContent ? there.Sha256 : null),
                ("mode", Convert.ToString(here.Mode, 8), Convert.ToString(there.Mode, 8)),
                ("mtime", byTime ? Readable(here.ModifiedNanoseconds) : null, byTime ? Readable(there.ModifiedNanoseconds) : null),
            ];
        return facts.Where(fact => fact.Here != fact.There).Select(fact => $"{here.Path}: {fact.What} {fact.Here} != {fact.There}");
    }
}
