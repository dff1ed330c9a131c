namespace CopyOnWrite;

/// <summary>
/// Keeps a cache's folder within its bounds, and removes whatever killed processes left. An entry removed while a build uses it costs
/// that build a copy. Never throws: what cannot be removed stays until the next time.
/// </summary>
internal static class CachePruning
{
    /// <summary>Prunes. A path's last used entry stays, and entries used within a day: containers may have other packages.</summary>
    /// <param name="maximumBytes">
    /// The limit of all entries' lengths; on a small or full volume half of what would be free without them, if that is less. The least
    /// recently used entry goes first.
    /// </param>
    /// <param name="maximumAge">Entries unused for so long go in any case.</param>
    internal static void PruneCache(this Platform platform, string folder, long maximumBytes, TimeSpan maximumAge)
    {
        using CacheFolder? opened = CacheFolder.OpenExisting(platform.CacheSystem, folder);
        if (opened is not null)
        {
            Prune(opened, maximumBytes, maximumAge);
        }
    }

    internal static void Prune(CacheFolder folder, long maximumBytes, TimeSpan maximumAge)
    {
        folder.NotePruning();
        folder.Remove(CacheFiles.IsUnfinished);
        FileInfo[] entries = folder.Entries().OrderBy(CacheFiles.LastUseOf).ToArray();
        var latest = new Dictionary<string, FileInfo>();
        Array.ForEach(entries, entry => latest[CacheFiles.PathIn(entry.Name)] = entry);
        bool IsLatest(FileInfo entry) => latest[CacheFiles.PathIn(entry.Name)] == entry;
        ulong total = (ulong)entries.Sum(entry => entry.Length);
        ulong available = folder.Calls.TryGetSpace(folder, out ulong free, out _) ? free : ulong.MaxValue / 2;
        DateTime now = DateTime.UtcNow;
        DateTime tooOld = maximumAge < now - DateTime.MinValue ? now - maximumAge : DateTime.MinValue;
        DateTime yesterday = now - TimeSpan.FromDays(1);
        ulong limit = Math.Min((ulong)Math.Max(0, maximumBytes), (available + total) / 2);

        // Older states first: the use of an entry that has just served is noted once an hour only.
        foreach (FileInfo entry in entries.OrderBy(IsLatest))
        {
            DateTime used = CacheFiles.LastUseOf(entry);
            if (total <= limit && used >= tooOld && (used >= yesterday || IsLatest(entry)))
            {
                continue;
            }

            total -= (ulong)entry.Length;
            _ = folder.Calls.Remove(folder, entry.Name);
        }
    }
}
