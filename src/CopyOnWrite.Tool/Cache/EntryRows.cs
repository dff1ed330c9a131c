namespace CopyOnWrite.Tool.Cache;

/// <summary>Entries as a table, the largest first, and as JSON.</summary>
internal static class EntryRows
{
    private const int Most = 10;

    internal static void Write(Screen screen, string title, IReadOnlyList<CacheEntry> entries)
    {
        Func<string, string> name = Folders.Shortened(entries.Select(entry => entry.File));
        Rows.Write(screen, [title, "size", "last used"], [.. entries
            .OrderByDescending(entry => entry.Bytes)
            .ThenBy(entry => entry.File, StringComparer.Ordinal)
            .Take(Most)
            .Select(entry => new[]
            {
                name(entry.File),
                Words.Bytes(entry.Bytes),
                Words.Date(entry.LastUsed),
            })], entries.Count - Most);
    }

    internal static object Json(IReadOnlyList<CacheEntry> entries) =>
        entries.Select(entry => new { entry.File, entry.Bytes, entry.LastUsed });
}
