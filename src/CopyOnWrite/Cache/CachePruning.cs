using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// Keeps a cache's folder within its bounds, and removes whatever killed processes left. An entry removed while a build uses it costs
/// that build a copy. Files are read and removed by name in the open folder. Never throws: what cannot be removed stays until the next
/// time.
/// </summary>
internal static class CachePruning
{
    /// <summary>Of the entries of one path the last used stays: the others are of older states of the source.</summary>
    /// <param name="maximumBytes">
    /// The limit of all entries' lengths; on a small or full volume half of what would be free without them, if that is less. The least
    /// recently used entry goes first.
    /// </param>
    /// <param name="maximumAge">Entries unused for so long go in any case.</param>
    /// <param name="dryRun">Whether nothing is removed.</param>
    /// <param name="interval">Does nothing if a process pruned it less than this time ago; null prunes now.</param>
    /// <returns>The names of the entries that were, or would be, removed.</returns>
    internal static IReadOnlyList<string> PruneCache(
        this Platform platform, string folder, long maximumBytes, TimeSpan maximumAge, bool dryRun = false, TimeSpan? interval = null)
    {
        using CacheFolder? opened = platform.CacheSystem is { } system ? CacheFolder.OpenExisting(system, folder) : null;
        return opened is null || (interval is { } least && !opened.TryBeginPruning(least))
            ? []
            : Prune(opened, maximumBytes, maximumAge, dryRun);
    }

    /// <summary>
    /// Removes all that is the cache's, except what living processes are making, and the folder where nothing else is in it.
    /// </summary>
    internal static void ClearCache(this Platform platform, string path)
    {
        using (CacheFolder? folder = platform.CacheSystem is { } system ? CacheFolder.OpenExisting(system, path) : null)
        {
            folder?.Remove(name => CacheFiles.IsUnfinished(name) || CacheFiles.IsEntry(name)
                || name is CacheFiles.Ignore or CacheFiles.Tag or CacheFiles.Stamp);
        }

        try
        {
            if (Directory.Exists(path) && Directory.GetFileSystemEntries(path).Length == 0)
            {
                Directory.Delete(path);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A build has it open (Windows).
        }
    }

    /// <inheritdoc cref="PruneCache"/>
    internal static IReadOnlyList<string> Prune(CacheFolder folder, long maximumBytes, TimeSpan maximumAge, bool dryRun = false)
    {
        ICacheSystem system = folder.Calls;
        if (!dryRun)
        {
            folder.Remove(CacheFiles.IsUnfinished);
        }

        var entries = new List<(string Name, CacheFileState State)>();
        ulong total = 0;
        foreach (string name in folder.Names().FindAll(CacheFiles.IsEntry))
        {
            if (system.TryStat(folder, name, out CacheFileState state))
            {
                entries.Add((name, state));
                total += (ulong)state.Length;
            }
        }

        ulong available = system.TryGetSpace(folder, out ulong free, out _) ? free : ulong.MaxValue / 2;
        DateTime tooOld = maximumAge < system.Now - DateTime.MinValue ? system.Now - maximumAge : DateTime.MinValue;
        ulong limit = Math.Min((ulong)Math.Max(0, maximumBytes), (available + total) / 2);
        entries.Sort((a, b) => a.State.Used.CompareTo(b.State.Used));
        var latest = new Dictionary<string, string>();
        entries.ForEach(entry => latest[CacheFiles.PathIn(entry.Name)] = entry.Name);
        var gone = new List<string>();
        foreach ((string name, CacheFileState state) in entries)
        {
            if (total <= limit && state.Used >= tooOld && latest[CacheFiles.PathIn(name)] == name)
            {
                continue;
            }

            total -= (ulong)state.Length;
            if (dryRun || system.Remove(folder, name))
            {
                gone.Add(name);
            }
        }

        return gone;
    }
}
