namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache info | clear</c></summary>
internal static class CacheCommand
{
    internal static Command New() => new("cache", "Shows and clears the cross-volume cache.")
    {
        Verb("info", "Shows where the cache is, how large it is, and whether builds can use it.", Info),
        Verb("clear", "Removes the cache; builds create it again.", Clear),
    };

    internal static int Info(SelectedCache cache, Screen screen)
    {
        CacheFolderState state = CacheFolderState.Read(cache.Folder);
        string? cannotClone = cache.WhichCannotClone;
        bool well = state.Problem == CacheProblem.None || cannotClone is not null;
        string summary = Summary(cache, state, cannotClone);
        string? fix = well ? null : state.Fix;
        var json = new
        {
            summary, folder = cache.Folder, state.Exists, state.Bytes, cache.MaximumBytes, maximumAgeHours = cache.MaximumAge.TotalHours,
            isOfUse = cannotClone is null, problem = well ? null : state.Why, fix, entries = state.Entries.Count, files = state.Entries,
        };
        return screen.Answer(json, summary, well, () => screen.Lines(fix is null ? [] : [$"> {fix}"]));
    }

    /// <summary>Only the cache's own files go, and the folder if nothing else is in it; clones of entries keep their blocks.</summary>
    internal static int Clear(SelectedCache cache, Screen screen)
    {
        CacheFolderState before = CacheFolderState.Read(cache.Folder);
        string untouched = before.Problem == CacheProblem.NotACache ? string.Empty : "; nothing was removed";
        CommandFailedException.ThrowIf(
            before.Exists && before.Problem is not CacheProblem.None and not CacheProblem.NotWritable,
            $"{cache.Folder} {before.Why}{untouched}. {before.Fix}");
        CacheFolderState.Platform.ClearCache(cache.Folder);

        // What could not be removed is still there.
        CacheFolderState after = CacheFolderState.Read(cache.Folder);
        int removed = before.Entries.Count - after.Entries.Count;
        long bytesRemoved = before.Bytes - after.Bytes;
        bool done = after.Entries.Count == 0;
        string summary = before.Exists
            ? $"{Words.Count(removed, "entry", "entries")} removed, {Words.Bytes(bytesRemoved)}"
                + (done ? "." : $"; {Words.Number(after.Entries.Count)} could not be; is the folder writable?")
            : $"{cache.Folder} does not exist: nothing to remove."
                + (cache.WhichCannotClone is { } name ? $" Builds create no cache there, because {name} cannot clone." : string.Empty);
        var json = new { summary, folder = cache.Folder, removed, bytesRemoved, left = after.Entries.Count, bytesLeft = after.Bytes };
        return screen.Answer(json, summary, done, () => { });
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

    private static Command Verb(string name, string description, Func<SelectedCache, Screen, int> answer) => new Command(name, description)
    {
        CommandLine.Repository(),
        CommandLine.NewOption<string?>("--path", "The cache's folder, instead of the one that the repository uses."),
    }.SetAnswer((parsed, screen, cancel) => answer(
        SelectedCache.Find(parsed.GetValue<string?>("--path"), parsed.GetValue<string>("repo")!, cancel), screen));
}
