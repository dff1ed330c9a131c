namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache prune</c> and <c>clear</c>: only the cache's own files go; clones of entries keep their blocks.</summary>
internal static class CacheChange
{
    /// <param name="all">Not only what is beyond the cache's limits; the folder too when nothing else is in it.</param>
    internal static int Answer(SelectedCache cache, Screen screen, bool all, bool dryRun)
    {
        CacheFolderState before = CacheFolderState.Read(cache.Folder);
        string untouched = before.Problem == CacheProblem.NotACache ? string.Empty : "; nothing was removed";
        CommandFailedException.ThrowIf(
            before.Exists && before.Problem is not CacheProblem.None and not CacheProblem.NotWritable,
            $"{cache.Folder} {before.Why}{untouched}. {before.Fix}");
        CacheEntry[] gone = [.. all ? Clear(cache, before, dryRun) : Prune(cache, before, dryRun)];
        int left = before.Entries.Count - gone.Length;
        bool done = dryRun || !all || left == 0;
        long bytes = gone.Sum(entry => entry.Bytes);
        long bytesLeft = before.Bytes - bytes;
        string amount = Words.Count(gone.Length, "entry", "entries");
        string summary = !before.Exists ? Missing(cache)
            : $"{(dryRun ? $"Would remove {amount}" : $"{amount} removed")}, {Words.Bytes(bytes)}; "
                + $"{Words.Number(left)} {(dryRun ? "would be left" : "left")}, {Words.Bytes(bytesLeft)}."
                + (done ? string.Empty : " Some could not be removed; is the folder writable?");
        var json = new
        {
            summary, folder = cache.Folder, dryRun, removed = gone.Length, bytesRemoved = bytes, left, bytesLeft, entries = gone,
        };
        return screen.Answer(json, summary, done, () => CacheInfo.WriteLargest(screen, "would be removed", dryRun ? gone : []));
    }

    // What could not be removed is still there.
    private static IEnumerable<CacheEntry> Clear(SelectedCache cache, CacheFolderState before, bool dryRun)
    {
        if (dryRun)
        {
            return before.Entries;
        }

        CacheFolderState.Platform.ClearCache(cache.Folder);
        return before.Entries.ExceptBy(CacheFolderState.Read(cache.Folder).Entries.Select(left => left.File), entry => entry.File);
    }

    private static IEnumerable<CacheEntry> Prune(SelectedCache cache, CacheFolderState before, bool dryRun)
    {
        IReadOnlyList<string> pruned = CacheFolderState.Platform.PruneCache(cache.Folder, cache.MaximumBytes, cache.MaximumAge, dryRun);
        return before.Entries.Where(entry => pruned.Contains(Path.GetFileName(entry.File)));
    }

    private static string Missing(SelectedCache cache) => $"{cache.Folder} does not exist: nothing to remove."
        + (cache.WhichCannotClone is { } fileSystem ? $" Builds create no cache there, because {fileSystem} cannot clone." : string.Empty);
}
