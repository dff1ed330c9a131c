using System;
using System.Collections.Generic;
using System.IO;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// Keeps a cache's folder within its bounds (<see cref="CacheBounds"/>), and removes whatever killed processes left. An entry that goes
/// while a build uses it costs that build a copy. Names are listed by the path and looked at and removed in the open folder: a link that
/// another user puts in the folder's place leads to nothing being removed but what has a cache file's name in the cache itself.
/// </summary>
internal static class CachePruning
{
    // An entry's second file is made right after its first: one that stands alone for longer was left by a process that was killed.
    private const long AloneSeconds = 60;

    private static readonly string[] s_ownFiles = { CacheFiles.Ignore, CacheFiles.Tag, CacheFiles.Stamp };
    private static readonly string[] s_endings = { CacheFiles.Entry, CacheFiles.Record, CacheFiles.Claim };

    /// <summary>Never throws: what cannot be removed stays until the next time.</summary>
    /// <param name="folder">A cache's, open.</param>
    internal static void Prune(IMacCalls system, int folder, string path, long maximumBytes, TimeSpan maximumAge)
    {
        DateTime now = DateTime.UtcNow;
        var used = new List<CacheBounds.UsedEntry>();
        foreach (string hash in RemoveLeftovers(system, folder, path))
        {
            bool isRecorded = TryGetFile(system, folder, hash + CacheFiles.Record, out Stat record);
            bool isThere = TryGetFile(system, folder, hash + CacheFiles.Entry, out Stat entry);
            if (isRecorded && isThere)
            {
                used.Add(new CacheBounds.UsedEntry(hash, TimeOf(record), entry.Size));
            }
            else if (isRecorded != isThere && IsOld(isThere ? entry : record))
            {
                Remove(system, folder, hash + (isThere ? CacheFiles.Entry : CacheFiles.Record));
            }
        }

        ulong available = system.VolumeOf(folder, out MacVolume volume) == 0 ? volume.AvailableBytes : ulong.MaxValue / 2;
        DateTime tooOld = maximumAge < now - DateTime.MinValue ? now - maximumAge : DateTime.MinValue;
        foreach (CacheBounds.UsedEntry entry in CacheBounds.WhatGoes(used, maximumBytes, available, tooOld))
        {
            // The record first: without it the entry is none.
            Remove(system, folder, entry.Hash + CacheFiles.Record);
            Remove(system, folder, entry.Hash + CacheFiles.Entry);
        }
    }

    /// <summary>
    /// The cache in this folder. Nothing is deleted from one that is no cache, or into which other users could have put links.
    /// </summary>
    internal static void Prune(IMacCalls system, string path, long maximumBytes, TimeSpan maximumAge)
    {
        path = path.TrimEnd('/');
        int folder = CacheFolder.OpenExisting(system, path);
        if (folder >= 0)
        {
            Prune(system, folder, path, maximumBytes, maximumAge);
            system.Close(folder);
        }
    }

    /// <summary>Removes all that is the cache's, but for claims of living processes, and the folder where nothing else is in it.</summary>
    internal static void Clear(IMacCalls system, string path)
    {
        path = path.TrimEnd('/');
        int folder = CacheFolder.OpenExisting(system, path);
        if (folder >= 0)
        {
            Prune(system, folder, path, 0, TimeSpan.Zero);
            foreach (string hash in RemoveLeftovers(system, folder, path))
            {
                Remove(system, folder, hash + CacheFiles.Record);
                Remove(system, folder, hash + CacheFiles.Entry);
            }

            foreach (string name in s_ownFiles)
            {
                Remove(system, folder, name);
            }

            system.Close(folder);
        }

        if (Directory.Exists(path) && Directory.GetFileSystemEntries(path).Length == 0)
        {
            Directory.Delete(path);
        }
    }

    /// <summary>The hashes of the entries.</summary>
    private static HashSet<string> RemoveLeftovers(IMacCalls system, int folder, string path)
    {
        var hashes = new HashSet<string>(StringComparer.Ordinal);
        string[] names = Names(path);
        foreach (string name in names)
        {
            string? ending = Array.Find(s_endings, one => CacheFiles.IsOne(name, one));
            if (ending is CacheFiles.Entry or CacheFiles.Record)
            {
                _ = hashes.Add(HashOf(name));
            }
            else if (ending is CacheFiles.Claim || TemporaryFiles.IsOne(name))
            {
                _ = CacheLeftovers.TryRemove(system, folder, CacheNames.Encode(name));
            }
        }

        // Trials are not locked; who makes one has the claim.
        foreach (string name in names)
        {
            if (CacheFiles.IsOne(name, CacheFiles.New) && !TryGetFile(system, folder, HashOf(name) + CacheFiles.Claim, out _))
            {
                Remove(system, folder, name);
            }
        }

        return hashes;
    }

    private static string[] Names(string path)
    {
        try
        {
            return Array.ConvertAll(Directory.GetFileSystemEntries(path), entry => Path.GetFileName(entry));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Array.Empty<string>();
        }
    }

    private static string HashOf(string name) => name.Substring(0, name.IndexOf('.'));

    private static bool IsOld(in Stat file) => file.ModifySeconds + AloneSeconds < DateTimeOffset.UtcNow.ToUnixTimeSeconds();

    private static DateTime TimeOf(in Stat file) => UnixTime.Of(file.ModifySeconds, file.ModifyNanoseconds);

    private static bool TryGetFile(IMacCalls system, int folder, string name, out Stat status) =>
        system.StatusIn(folder, CacheNames.Encode(name), out status) == 0 && !status.IsFolder;

    private static void Remove(IMacCalls system, int folder, string name) => _ = system.RemoveIn(folder, CacheNames.Encode(name));
}
