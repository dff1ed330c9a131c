namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache prune</c> and <c>clear</c>: the cache's own files go, others in the folder are left alone.</summary>
internal static class CacheChange
{
    /// <param name="all">Not only what is beyond the cache's limits; the folder too when nothing else is in it.</param>
    internal static int Answer(SelectedCache cache, Screen screen, bool all, bool dryRun)
    {
        CacheFolderState before = CacheInUse.Read(cache.Folder);
        if (before.Exists && before.Problem is not CacheProblem.None and not CacheProblem.NotWritable)
        {
            string untouched = before.Problem == CacheProblem.NotACache ? string.Empty : "; nothing was removed";
            throw new BadInputException(
                $"{cache.Folder} {CacheProblemText.Of(before.Problem)}{untouched}. {CacheFix.Of(cache.Folder, before.Problem)}");
        }

        CacheEntry[] planned = Planned(cache, before, all);
        long? freed = Frees(planned);
        if (before.Exists && !dryRun)
        {
            Remove(cache, all);
        }

        HashSet<string> stay = dryRun ? [] : [.. CacheInUse.Read(cache.Folder).Entries.Select(entry => entry.File)];
        CacheEntry[] gone = [.. dryRun ? planned : before.Entries.Where(entry => !stay.Contains(entry.File))];
        int left = before.Entries.Count - gone.Length;
        bool done = dryRun || !all || left == 0;
        long bytes = gone.Sum(entry => entry.Bytes);
        long bytesLeft = before.Bytes - bytes;
        freed = gone.Length == planned.Length ? freed : null;
        string amount = Words.Count(gone.Length, "entry", "entries");
        string summary = !before.Exists ? Missing(cache)
            : $"{(dryRun ? $"Would remove {amount}" : $"{amount} removed")}, {Words.Bytes(bytes)}{Freed(bytes, freed, dryRun)}; "
                + $"{Words.Number(left)} {(dryRun ? "would be left" : "left")}, {Words.Bytes(bytesLeft)}."
                + (done ? string.Empty : " Some could not be removed; is the folder writable?");
        var json = new
        {
            summary, folder = cache.Folder, dryRun, removed = gone.Length, bytesRemoved = bytes, bytesFreed = freed, left, bytesLeft,
            entries = EntryRows.Json(gone),
        };
        return screen.Answer(json, summary, done, () => EntryRows.Write(screen, "would be removed", dryRun ? gone : []));
    }

    private static CacheEntry[] Planned(SelectedCache cache, CacheFolderState state, bool all)
    {
        IReadOnlyList<string> pruned = all || state.Entries.Count == 0 ? []
            : FileCloner.ForThisSystem()!.PruneCache(cache.Folder, cache.MaximumBytes, cache.MaximumAge, dryRun: true);
        return [.. state.Entries.Where(entry => all || pruned.Contains(Path.GetFileName(entry.File)))];
    }

    private static void Remove(SelectedCache cache, bool all)
    {
        FileCloner cloner = FileCloner.ForThisSystem()!;
        if (all)
        {
            cloner.ClearCache(cache.Folder);
        }
        else
        {
            cloner.PruneCache(cache.Folder, cache.MaximumBytes, cache.MaximumAge);
        }
    }

    /// <summary>
    /// The bytes of the disk that are free without the entries: blocks that outputs share stay. Null where the file system does not report
    /// them. A damaged entry, which may be no file at all, does not count.
    /// </summary>
    private static long? Frees(CacheEntry[] entries)
    {
        long? frees = entries.Length == 0 ? 0 : null;
        foreach (CacheEntry entry in entries.Where(entry => entry.State != EntryState.Damaged))
        {
            try
            {
                frees = Extents.Read(entry.File) is { Supported: true } map ? (frees ?? 0) + map.OwnedAloneBytes : frees;
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // A build replaced it meanwhile.
            }
        }

        return frees;
    }

    private static string Missing(SelectedCache cache) => $"{cache.Folder} does not exist: nothing to remove."
        + (cache.WhichCannotClone is { } fileSystem ? $" Builds create no cache there, because {fileSystem} cannot clone." : string.Empty);

    /// <summary>A clone keeps the blocks of its entry, so what is removed and what is free then are two numbers.</summary>
    private static string Freed(long bytes, long? freed, bool dryRun)
    {
        string frees = dryRun ? "would free" : "frees";
        return freed is not { } known || bytes == 0 ? string.Empty
            : known >= bytes ? $", which {frees} all of it"
            : $", which {frees} {Words.Bytes(known)} (files cloned from these entries keep the rest)";
    }
}
