using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// Keeps a cache's folder within its bounds: entries that nobody used for too long go, then those that were not used for longest until
/// the rest fits; and whatever killed processes left. An entry that goes while a build uses it costs that build a copy.
/// </summary>
internal static class CachePruning
{
    // An entry's second file is made right after its first: one that stands alone for longer was left by a process that was killed.
    private static readonly TimeSpan s_alone = TimeSpan.FromMinutes(1);

    /// <summary>Never throws: what cannot be removed stays until the next time.</summary>
    /// <param name="removeLeftover">Removes a file that a process makes under this path, unless that process lives; false when it does.</param>
    /// <param name="maximumBytes">
    /// For all entries, by their length; on a small or full volume half of what would be free without them, if that is less.
    /// </param>
    internal static void Prune(string folder, long maximumBytes, TimeSpan maximumAge, Func<string, bool> removeLeftover)
    {
        try
        {
            DateTime now = DateTime.UtcNow;
            Dictionary<string, FileInfo> records = FilesOf(folder, CacheFiles.Record);
            Dictionary<string, FileInfo> entries = FilesOf(folder, CacheFiles.Entry);
            var used = new List<CacheEntry>(records.Count);
            long total = 0;
            foreach (KeyValuePair<string, FileInfo> record in records)
            {
                if (entries.TryGetValue(record.Key, out FileInfo? entry))
                {
                    used.Add(new CacheEntry(Path.Combine(folder, record.Key), CacheFiles.TimeOf(record.Value), entry.Length));
                    total += entry.Length;
                }
            }

            RemoveLeftovers(folder, records, entries, now, removeLeftover);
            used.Sort((a, b) => a.LastUsed.CompareTo(b.LastUsed));
            long limit = Math.Min(maximumBytes, (new DriveInfo(folder).AvailableFreeSpace + total) / 2);
            foreach (CacheEntry entry in used)
            {
                if (total > limit || now - entry.LastUsed > maximumAge)
                {
                    // The record first: without it the entry is none.
                    TryDelete(entry.PathWithoutEnding + CacheFiles.Record);
                    TryDelete(entry.PathWithoutEnding + CacheFiles.Entry);
                    total -= entry.Bytes;
                }
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            // The folder was deleted, or cannot be listed: then there is nothing to bound.
        }
    }

    private static void RemoveLeftovers(
        string folder, Dictionary<string, FileInfo> records, Dictionary<string, FileInfo> entries, DateTime now, Func<string, bool> removeLeftover)
    {
        foreach (string name in FilesOf(folder, CacheFiles.Claim).Keys)
        {
            _ = removeLeftover(Path.Combine(folder, name + CacheFiles.Claim));
        }

        foreach (string name in FilesOf(folder, CacheFiles.New).Keys)
        {
            if (!File.Exists(Path.Combine(folder, name + CacheFiles.Claim)))
            {
                TryDelete(Path.Combine(folder, name + CacheFiles.New));
            }
        }

        RemoveAlone(entries, records, now);
        RemoveAlone(records, entries, now);
    }

    private static void RemoveAlone(Dictionary<string, FileInfo> these, Dictionary<string, FileInfo> others, DateTime now)
    {
        foreach (KeyValuePair<string, FileInfo> file in these)
        {
            if (!others.ContainsKey(file.Key) && now - CacheFiles.TimeOf(file.Value) > s_alone)
            {
                TryDelete(file.Value.FullName);
            }
        }
    }

    private static Dictionary<string, FileInfo> FilesOf(string folder, string ending)
    {
        var files = new Dictionary<string, FileInfo>(StringComparer.Ordinal);
        foreach (FileInfo file in new DirectoryInfo(folder).EnumerateFiles("*" + ending))
        {
            if (CacheFiles.IsOne(file.Name, ending))
            {
                files[Path.GetFileNameWithoutExtension(file.Name)] = file;
            }
        }

        return files;
    }

    private static void TryDelete(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It stays until the next time.
        }
    }

    private readonly struct CacheEntry
    {
        internal readonly string PathWithoutEnding;
        internal readonly DateTime LastUsed;
        internal readonly long Bytes;

        internal CacheEntry(string pathWithoutEnding, DateTime lastUsed, long bytes)
        {
            PathWithoutEnding = pathWithoutEnding;
            LastUsed = lastUsed;
            Bytes = bytes;
        }
    }
}
