namespace CopyOnWrite.Tool.Cache;

/// <summary>Entries as a table, the largest first, and as JSON.</summary>
internal static class EntryRows
{
    private const int Most = 10;

    internal static void Write(Screen screen, string title, IReadOnlyList<CacheEntry> entries)
    {
        Func<string, string> name = Folders.Shortened(entries.Select(SourceOf));
        Rows.Write(screen, [title, "size", "last used", "state"], [.. entries
            .OrderByDescending(entry => entry.Bytes)
            .ThenBy(entry => entry.Source, StringComparer.Ordinal)
            .Take(Most)
            .Select(entry => new[]
            {
                name(SourceOf(entry)),
                Words.Bytes(entry.Bytes),
                Words.Date(entry.LastUsed),
                entry.State.ToString().ToLowerInvariant(),
            })], entries.Count - Most);
    }

    internal static object Json(IReadOnlyList<CacheEntry> entries) =>
        entries.Select(entry => new { entry.File, entry.Source, entry.Bytes, entry.LastUsed, entry.State });

    /// <summary>The entry itself where its source is unknown, as a damaged one's.</summary>
    private static string SourceOf(CacheEntry entry) => entry.Source.Length > 0 ? entry.Source : entry.File;
}
