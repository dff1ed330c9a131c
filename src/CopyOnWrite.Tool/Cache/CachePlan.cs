using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Cache;

/// <summary>Which entries <c>prune</c> or <c>clear</c> removes, as the pruning itself plans it.</summary>
internal static class CachePlan
{
    /// <param name="bounds">Null to remove all.</param>
    internal static IReadOnlyList<CacheEntry> Of(string folder, CacheFolderState cache, CacheLimits? bounds)
    {
        if (bounds is null || cache.Entries.Count == 0)
        {
            return cache.Entries;
        }

        HashSet<string> goes = [.. FileCloner.ForThisSystem()!.PruneCache(folder, bounds.Bytes, bounds.Age, dryRun: true)];
        return [.. cache.Entries.Where(entry => goes.Contains(Path.GetFileName(entry.File)))];
    }

    /// <summary>
    /// For each entry the bytes of the disk that are free without it: blocks that outputs share stay. None where the file system does not
    /// tell, and of a damaged entry, which may be no file at all.
    /// </summary>
    internal static Dictionary<string, long> Frees(IEnumerable<CacheEntry> entries)
    {
        var frees = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (CacheEntry entry in entries.Where(entry => entry.State != EntryState.Damaged))
        {
            try
            {
                ExtentMap map = Extents.Read(entry.File);
                if (map.Supported)
                {
                    frees.Add(entry.File, map.OwnedAloneBytes);
                }
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // A build replaced it meanwhile.
            }
        }

        return frees;
    }
}

/// <summary>What a cache is pruned to.</summary>
internal sealed record CacheLimits(long Bytes, TimeSpan Age);
