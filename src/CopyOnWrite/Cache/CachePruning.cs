using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// Keeps a cache's folder within its bounds, and removes whatever killed processes left. An entry removed while a build uses it costs
/// that build a copy. Files are read and removed by name in the open folder.
/// </summary>
/// <param name="folder">The cache's folder, open.</param>
internal sealed class CachePruning(CacheFolder folder)
{
    private readonly ICacheSystem _system = folder.Calls;
    private readonly List<string> _names = folder.Names();

    /// <summary>
    /// Of the entries of one path the last used stays: the others are of older states of the source. Never throws: what cannot be removed
    /// stays until the next time.
    /// </summary>
    /// <param name="maximumBytes">
    /// The limit of all entries' lengths; on a small or full volume half of what would be free without them, if that is less. The least
    /// recently used entry goes first.
    /// </param>
    /// <param name="maximumAge">Entries unused for so long go in any case.</param>
    /// <param name="dryRun">Whether nothing is removed.</param>
    /// <returns>The names of the entries that were, or would be, removed.</returns>
    internal IReadOnlyList<string> Prune(long maximumBytes, TimeSpan maximumAge, bool dryRun = false)
    {
        if (!dryRun)
        {
            RemoveAll(CacheFiles.IsUnfinished);
        }

        var entries = new List<(string Name, CacheFileState State)>();
        ulong total = 0;
        foreach (string name in _names.FindAll(CacheFiles.IsEntry))
        {
            if (_system.TryStat(folder, name, out CacheFileState state))
            {
                entries.Add((name, state));
                total += (ulong)state.Length;
            }
        }

        ulong available = _system.TryGetSpace(folder, out ulong free, out _) ? free : ulong.MaxValue / 2;
        DateTime tooOld = maximumAge < _system.Now - DateTime.MinValue ? _system.Now - maximumAge : DateTime.MinValue;
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
            if (dryRun || _system.Remove(folder, name))
            {
                gone.Add(name);
            }
        }

        return gone;
    }

    /// <summary>Removes all that is the cache's, except what living processes make, and the folder where nothing else is in it.</summary>
    internal static void Clear(ICacheSystem system, string path)
    {
        using (CacheFolder? folder = CacheFolder.OpenExisting(system, path))
        {
            if (folder is not null)
            {
                new CachePruning(folder).RemoveAll(name => CacheFiles.IsUnfinished(name) || CacheFiles.IsEntry(name)
                    || name is CacheFiles.Ignore or CacheFiles.Tag or CacheFiles.Stamp);
            }
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

    private void RemoveAll(Predicate<string> which) => _names.FindAll(which).ForEach(name => _system.Remove(folder, name));
}
