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
        if (here.Kind != there.Kind)
        {
            yield return $"{here.Path}: kind {here.Kind} != {there.Kind}";
            yield break;
        }

        if (here.LinkTarget != there.LinkTarget)
        {
            yield return $"{here.Path}: link target {here.LinkTarget} != {there.LinkTarget}";
        }

        if (here.Length != there.Length)
        {
            yield return $"{here.Path}: length {here.Length} != {there.Length}";
        }
        else if (here.Sha256 != there.Sha256)
        {
            yield return $"{here.Path}: content {here.Sha256[..12]} != {there.Sha256[..12]} (SHA-256)";
        }

        if (here.Mode != there.Mode)
        {
            yield return $"{here.Path}: mode {Convert.ToString(here.Mode, 8)} != {Convert.ToString(there.Mode, 8)}";
        }

        if (mtimes == MtimeComparison.Exact
            && here.Kind != TreeEntryKind.Folder
            && here.ModifiedNanoseconds != there.ModifiedNanoseconds)
        {
            yield return $"{here.Path}: mtime {Readable(here.ModifiedNanoseconds)} != {Readable(there.ModifiedNanoseconds)}";
        }
    }
}
