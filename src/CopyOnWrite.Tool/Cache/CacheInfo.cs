namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache info</c></summary>
internal static class CacheInfo
{
    private const int MostEntries = 10;

    internal static int Answer(SelectedCache cache, Screen screen)
    {
        CacheFolderState state = CacheFolderState.Read(cache.Folder);
        string? cannotClone = cache.WhichCannotClone;
        bool well = state.Problem == CacheProblem.None || cannotClone is not null;
        string summary = Summary(cache, state, cannotClone);
        string? fix = well ? null : state.Fix;
        var json = new
        {
            summary, folder = cache.Folder, state.Exists, isOfUse = cannotClone is null, problem = well ? null : state.Why, fix,
            entries = state.Entries.Count, state.Bytes, state.Leftovers,
            cache.MaximumBytes, maximumAgeHours = cache.MaximumAge.TotalHours, files = state.Entries,
        };
        return screen.Answer(json, summary, well, () =>
        {
            screen.Lines(fix is null ? [] : [$"> {fix}"]);
            WriteLargest(screen, "largest", state.Entries);
        });
    }

    internal static void WriteLargest(Screen screen, string title, IReadOnlyList<CacheEntry> entries)
    {
        Func<string, string> name = Folders.Shortened(entries.Select(entry => entry.File));
        var rows = entries.OrderByDescending(entry => entry.Bytes)
            .ThenBy(entry => entry.File, StringComparer.Ordinal)
            .Select(entry => new[] { name(entry.File), Words.Bytes(entry.Bytes), Words.Date(entry.LastUsed) });
        Rows.Write(screen, new PageTable(title, [title, "size", "last used"], [.. rows]).First(MostEntries));
    }

    private static string Summary(SelectedCache cache, CacheFolderState state, string? cannotClone)
    {
        string entries = state.Entries.Count == 0 ? string.Empty
            : $" The {Words.Count(state.Entries.Count, "entry", "entries")} in it ({Words.Bytes(state.Bytes)}) are of no use: "
                + $"`dotnet cow cache clear --path {ShellText.Argument(cache.Folder)}` removes them.";
        return cannotClone is not null ? $"{cache.Folder} is on {cannotClone}, which cannot clone: builds use no cache there.{entries}"
            : state.Problem != CacheProblem.None ? $"{cache.Folder} {state.Why}, so builds do not use it."
            : !state.Exists ? $"{cache.Folder} does not exist yet: no build has needed it."
            : $"{cache.Folder}: {state.Describe()}, of at most {Words.Bytes(cache.MaximumBytes)}.";
    }
}
