using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Cache;

/// <summary><c>dotnet cow cache prune</c> and <c>clear</c>: the cache's own files go, others in the folder are left alone.</summary>
internal static class CacheChange
{
    /// <param name="limits">Null: all goes, and the folder with it when nothing else is in it.</param>
    internal static int Answer(SelectedCache cache, Screen screen, CacheLimits? limits, bool dryRun)
    {
        CacheFolderState before = CacheInUse.Read(cache.Folder);
        if (before.Exists && before.Problem is not CacheProblem.None and not CacheProblem.NotWritable)
        {
            string untouched = before.Problem == CacheProblem.NotACache ? string.Empty : "; nothing was removed";
            throw new BadInputException(
                $"{cache.Folder} {CacheProblemText.Of(before.Problem)}{untouched}. {CacheFix.Of(cache.Folder, before.Problem).Text}");
        }

        IReadOnlyList<CacheEntry> planned = CachePlan.Of(cache.Folder, before, limits);
        Dictionary<string, long> frees = CachePlan.Frees(dryRun || limits is null ? planned : before.Entries);
        if (before.Exists && !dryRun)
        {
            Remove(cache.Folder, limits);
        }

        CacheFolderState after = dryRun ? before : CacheInUse.Read(cache.Folder);
        HashSet<string> left = [.. after.Entries.Select(entry => entry.File)];
        CacheEntry[] gone = dryRun ? [.. planned] : [.. before.Entries.Where(entry => !left.Contains(entry.File))];
        bool done = dryRun || limits is not null || after.Entries.Count == 0;
        long bytes = gone.Sum(entry => entry.Bytes);
        long? freed = gone.Count(entry => frees.ContainsKey(entry.File)) is 0 and var told && gone.Length > told ? null
            : gone.Sum(entry => frees.GetValueOrDefault(entry.File));
        (int Count, long Bytes) rest = dryRun
            ? (before.Entries.Count - gone.Length, before.Bytes - bytes)
            : (after.Entries.Count, after.Bytes);
        string amount = Words.Count(gone.Length, "entry", "entries");
        string summary = !before.Exists ? CacheText.Missing(cache.Folder, "nothing to remove")
            : $"{(dryRun ? $"Would remove {amount}" : $"{amount} removed")}, {Words.Bytes(bytes)}{Freed(bytes, freed, dryRun)}; "
                + $"{Words.Number(rest.Count)} {(dryRun ? "would be left" : "left")}, {Words.Bytes(rest.Bytes)}."
                + (done ? string.Empty : " Some could not be removed; is the folder writable?");
        var json = new
        {
            summary, folder = cache.Folder, dryRun, removed = gone.Length, bytesRemoved = bytes, bytesFreed = freed,
            left = rest.Count, bytesLeft = rest.Bytes, entries = EntryRows.Json(gone),
        };
        return screen.Answer(json, summary, done, () =>
        {
            if (dryRun)
            {
                EntryRows.Write(screen, "would be removed", gone);
            }
        });
    }

    private static void Remove(string folder, CacheLimits? limits)
    {
        FileCloner cloner = FileCloner.ForThisSystem()!;
        if (limits is null)
        {
            cloner.ClearCache(folder);
        }
        else
        {
            cloner.PruneCache(folder, limits.Bytes, limits.Age);
        }
    }

    /// <summary>A clone keeps the blocks of its entry, so what is removed and what is free then are two numbers.</summary>
    private static string Freed(long bytes, long? freed, bool dryRun)
    {
        string frees = dryRun ? "would free" : "frees";
        return freed is not { } known || bytes == 0 ? string.Empty
            : known >= bytes ? $", which {frees} all of it"
            : $", which {frees} {Words.Bytes(known)} (files cloned from these entries keep the rest)";
    }
}
