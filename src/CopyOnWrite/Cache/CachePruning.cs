using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// Keeps a cache's folder within its bounds, and removes whatever killed processes left. An entry removed while a build uses it costs
/// that build a copy. Files are read and removed by name in the open folder.
/// </summary>
internal sealed class CachePruning
{
    // An entry's second file is made right after its first: one that stays alone was left by a killed process.
    private static readonly TimeSpan s_alone = TimeSpan.FromMinutes(1);

    private static readonly string[] s_ownFiles = [CacheFiles.Ignore, CacheFiles.Tag, CacheFiles.Stamp];
    private static readonly string[] s_endings = [CacheFiles.Entry, CacheFiles.Record, CacheFiles.Claim, CacheFiles.New];

    private readonly CacheFolder _folder;
    private readonly ICacheSystem _system;
    private readonly HashSet<string> _files = new(StringComparer.Ordinal);
    private readonly HashSet<string> _hashes = new(StringComparer.Ordinal);

    /// <param name="folder">The cache's folder, open.</param>
    internal CachePruning(CacheFolder folder)
    {
        _folder = folder;
        _system = folder.Calls;
        var entries = new List<FolderEntry>();
        _ = _system.TryList(folder, entries);
        foreach (string name in entries.ConvertAll(entry => entry.Name))
        {
            if (Array.Exists(s_endings, ending => CacheFiles.IsOne(name, ending)))
            {
                _ = _files.Add(name);
                _ = _hashes.Add(name.Substring(0, name.IndexOf('.')));
            }
            else if (TemporaryFiles.IsOne(name))
            {
                _ = _files.Add(name);
            }
        }
    }

    /// <summary>Never throws: what cannot be removed stays until the next time.</summary>
    /// <param name="maximumBytes">
    /// The limit of all entries' lengths; on a small or full volume half of what would be free without them, if that is less. The least
    /// recently used entry goes first.
    /// </param>
    /// <param name="maximumAge">Entries unused for so long go in any case.</param>
    /// <param name="dryRun">Whether nothing is removed.</param>
    /// <returns>The names of the entries that were, or would be, removed.</returns>
    internal IReadOnlyList<string> Prune(long maximumBytes, TimeSpan maximumAge, bool dryRun = false)
    {
        var gone = new List<string>();
        if (!dryRun)
        {
            RemoveLeftovers();
        }

        var used = new List<UsedEntry>();
        ulong total = 0;
        foreach (string hash in _hashes)
        {
            var names = new CacheNames(hash);
            bool isRecorded = _system.TryStat(_folder, names.Record, out CacheFileState record);
            bool isThere = _system.TryStat(_folder, names.Entry, out CacheFileState entry);
            if (isRecorded && isThere)
            {
                used.Add(new UsedEntry(names, record.Written, (ulong)entry.Length));
                total += (ulong)entry.Length;
            }
            else if (isRecorded != isThere
                && _system.Now - (isThere ? entry : record).Written > s_alone
                && !_system.TryStat(_folder, names.Claim, out _))
            {
                Remove(isThere ? names.Entry : names.Record, gone, dryRun);
            }
        }

        ulong available = _system.TryGetSpace(_folder, out ulong free, out _) ? free : ulong.MaxValue / 2;
        DateTime tooOld = maximumAge < _system.Now - DateTime.MinValue ? _system.Now - maximumAge : DateTime.MinValue;
        ulong limit = Math.Min((ulong)Math.Max(0, maximumBytes), (available + total) / 2);
        used.Sort((a, b) => a.LastUsed.CompareTo(b.LastUsed));
        foreach (UsedEntry entry in used)
        {
            if (total > limit || entry.LastUsed < tooOld)
            {
                // The record goes first: without it the entry is never used.
                Remove(entry.Names.Record, gone, dryRun);
                Remove(entry.Names.Entry, gone, dryRun);
                total -= entry.Bytes;
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
                new CachePruning(folder).Clear();
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

    private void Clear()
    {
        RemoveLeftovers();
        foreach (string hash in _hashes)
        {
            _ = _system.Remove(_folder, new CacheNames(hash).Record);
            _ = _system.Remove(_folder, new CacheNames(hash).Entry);
        }

        foreach (string name in s_ownFiles)
        {
            _ = _system.Remove(_folder, name);
        }
    }

    private void RemoveLeftovers()
    {
        foreach (string name in _files)
        {
            if (CacheFiles.IsOne(name, CacheFiles.Claim) || TemporaryFiles.IsOne(name))
            {
                _ = _system.RemoveLeftover(_folder, name);
            }
        }

        foreach (string hash in _hashes)
        {
            var names = new CacheNames(hash);
            if (_files.Contains(names.New) && !_system.TryStat(_folder, names.Claim, out _))
            {
                _ = _system.Remove(_folder, names.New);
            }
        }
    }

    private void Remove(string name, List<string> gone, bool dryRun)
    {
        if ((dryRun || _system.Remove(_folder, name)) && name.EndsWith(CacheFiles.Entry, StringComparison.Ordinal))
        {
            gone.Add(name);
        }
    }

    /// <param name="LastUsed">The time, in UTC.</param>
    private sealed record UsedEntry(CacheNames Names, DateTime LastUsed, ulong Bytes);
}
