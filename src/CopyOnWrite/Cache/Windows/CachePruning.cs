using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite.Windows;

/// <summary>
/// Keeps a cache's folder within its bounds (<see cref="CacheBounds"/>), and removes whatever killed processes left. An entry that goes
/// while a build uses it costs that build a copy.
/// </summary>
internal static class CachePruning
{
    // An entry's second file is made right after its first: one that stands alone for longer was left by a process that was killed.
    private static readonly TimeSpan s_alone = TimeSpan.FromMinutes(1);

    private static readonly string[] s_ownFiles = [CacheFiles.Ignore, CacheFiles.Tag, CacheFiles.Stamp];
    private static readonly string[] s_endings = [CacheFiles.Entry, CacheFiles.Record, CacheFiles.Claim, CacheFiles.New];

    /// <summary>Never throws: what cannot be removed stays until the next time.</summary>
    internal static void Prune(CacheFolder folder, long maximumBytes, TimeSpan maximumAge)
    {
        if (!TryFindFiles(folder, out Dictionary<string, Found> files, out HashSet<string> hashes))
        {
            return;
        }

        DateTime now = DateTime.FromFileTimeUtc(folder.Calls.SystemTime());
        var used = new List<CacheBounds.UsedEntry>();
        foreach (string hash in hashes)
        {
            bool isClaimed = RemoveLeftovers(folder, hash, files);
            _ = files.TryGetValue(hash + CacheFiles.Record, out Found? record);
            _ = files.TryGetValue(hash + CacheFiles.Entry, out Found? entry);
            if (record is not null && entry is not null)
            {
                used.Add(new CacheBounds.UsedEntry(hash, record.Time, entry.Length));
            }
            else if ((record ?? entry) is { } alone && !isClaimed && now - alone.Time > s_alone)
            {
                _ = Remove(folder, alone.Name);
            }
        }

        ulong available = folder.Calls.GetFreeBytes(folder.Path, out ulong free) == 0 ? free : ulong.MaxValue / 2;
        DateTime tooOld = maximumAge < now - DateTime.MinValue ? now - maximumAge : DateTime.MinValue;
        foreach (CacheBounds.UsedEntry entry in CacheBounds.WhatGoes(used, maximumBytes, available, tooOld))
        {
            // The record first: without it the entry is none.
            _ = Remove(folder, entry.Hash + CacheFiles.Record);
            _ = Remove(folder, entry.Hash + CacheFiles.Entry);
        }
    }

    /// <summary>The cache in this folder. Nothing is deleted from one that is no cache, or that is not to be used.</summary>
    internal static void Prune(WindowsCloner cloner, string path, long maximumBytes, TimeSpan maximumAge)
    {
        using CacheFolder? folder = CacheFolder.OpenExisting(cloner, path);
        if (folder is not null)
        {
            Prune(folder, maximumBytes, maximumAge);
        }
    }

    /// <summary>
    /// Removes all that is the cache's, but for what living processes make, and the folder where nothing else is in it and no process uses
    /// it.
    /// </summary>
    internal static void Clear(WindowsCloner cloner, string path)
    {
        using (CacheFolder? folder = CacheFolder.OpenExisting(cloner, path))
        {
            if (folder is null)
            {
                return;
            }

            Clear(folder);
        }

        try
        {
            if (Directory.GetFileSystemEntries(path).Length == 0)
            {
                Directory.Delete(path);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A build has it open.
        }
    }

    private static void Clear(CacheFolder folder)
    {
        Prune(folder, 0, TimeSpan.Zero);
        if (!TryFindFiles(folder, out _, out HashSet<string> hashes))
        {
            return;
        }

        foreach (string hash in hashes)
        {
            _ = Remove(folder, hash + CacheFiles.Record);
            _ = Remove(folder, hash + CacheFiles.Entry);
        }

        foreach (string name in s_ownFiles)
        {
            _ = Remove(folder, name);
        }
    }

    /// <summary>Whether a living process makes the entry. It has its files open, so they are not deleted.</summary>
    private static bool RemoveLeftovers(CacheFolder folder, string hash, Dictionary<string, Found> files)
    {
        bool isClaimed = files.ContainsKey(hash + CacheFiles.Claim) && !Remove(folder, hash + CacheFiles.Claim);
        if (!isClaimed && files.ContainsKey(hash + CacheFiles.New))
        {
            _ = Remove(folder, hash + CacheFiles.New);
        }

        return isClaimed;
    }

    /// <param name="files">All files that the cache has named.</param>
    /// <param name="hashes">Their names without the endings.</param>
    private static bool TryFindFiles(CacheFolder folder, out Dictionary<string, Found> files, out HashSet<string> hashes)
    {
        files = new Dictionary<string, Found>(StringComparer.Ordinal);
        hashes = new HashSet<string>(StringComparer.Ordinal);
        try
        {
            foreach (FileInfo file in new DirectoryInfo(folder.Path).EnumerateFiles())
            {
                if (Array.Exists(s_endings, ending => CacheFiles.IsOne(file.Name, ending)))
                {
                    // Not Add: a listing may have a name twice that came and went meanwhile.
                    files[file.Name] = new Found(file);
                    hashes.Add(file.Name.Substring(0, file.Name.IndexOf('.')));
                }
            }

            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Whether it is gone.</summary>
    private static bool Remove(CacheFolder folder, string name) => LockedTempFile.RemoveLeftover(folder.Calls, folder.PathOf(name)) == 0;

    private sealed class Found
    {
        internal readonly string Name;
        internal readonly long Length;
        internal readonly DateTime Time;

        internal Found(FileInfo file)
        {
            Name = file.Name;
            Length = file.Length;
            Time = CacheFiles.TimeOf(file);
        }
    }
}
