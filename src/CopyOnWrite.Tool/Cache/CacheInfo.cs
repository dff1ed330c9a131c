using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache info</c></summary>
internal static class CacheInfo
{
    internal static int Answer(SelectedCache cache, Screen screen)
    {
        CacheFolderState state = CacheFolderState.Read(cache.Folder);
        string? cannotClone = cache.WhichCannotClone;
        bool well = state.Problem == CacheProblem.None || cannotClone is not null;
        string summary = Summary(cache, state, cannotClone);
        string? fix = well ? null : CacheFix.Of(cache.Folder, state.Problem);
        var json = new
        {
            summary,
            folder = cache.Folder,
            state.Exists,
            isOfUse = cannotClone is null,
            problem = well ? null : CacheProblemText.Of(state.Problem, FileCloner.Shared.Platform, cache.Folder),
            fix,
            entries = state.Entries.Count,
            state.Bytes,
            state.Leftovers,
            cache.MaximumBytes,
            maximumAgeHours = cache.MaximumAge.TotalHours,
            files = EntryRows.Json(state.Entries),
        };
        return screen.Answer(json, summary, well, () =>
        {
            if (fix is not null)
            {
                screen.Line($"> {fix}");
            }

            EntryRows.Write(screen, "largest", state.Entries);
        });
    }

    internal static string Summary(SelectedCache cache, CacheFolderState state, string? cannotClone)
    {
        string entries = state.Entries.Count == 0 ? string.Empty
            : $" The {Words.Count(state.Entries.Count, "entry", "entries")} in it ({Words.Bytes(state.Bytes)}) are of no use: "
                + $"`dotnet cow cache clear --path {ShellText.Argument(cache.Folder)}` removes them.";
        return cannotClone is not null ? $"{cache.Folder} is on {cannotClone}, which cannot clone: builds use no cache there.{entries}"
            : state.Problem != CacheProblem.None
                ? $"{cache.Folder} {CacheProblemText.Of(state.Problem, FileCloner.Shared.Platform, cache.Folder)}, so builds do not use it."
            : !state.Exists ? $"{cache.Folder} does not exist yet: no build has needed it."
            : $"{cache.Folder}: {state.Describe()}, of at most {Words.Bytes(cache.MaximumBytes)}.";
    }

    internal static string Describe(this CacheFolderState cache)
    {
        string oldest = cache.Entries.Count == 0 ? string.Empty
            : $", the oldest last used on {Words.Date(cache.Entries.Min(entry => entry.LastUsed))}";
        return $"{Words.Count(cache.Entries.Count, "entry", "entries")}, {Words.Bytes(cache.Bytes)}{oldest}";
    }
}
