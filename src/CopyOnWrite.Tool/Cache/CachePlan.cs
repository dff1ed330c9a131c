using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Cache;

/// <summary>Which entries <c>prune</c> or <c>clear</c> removes, by the rule that they go by.</summary>
internal static class CachePlan
{
    // CachePruning: an entry without its record is being made, or was left by a process that was killed.
    private static readonly TimeSpan s_alone = TimeSpan.FromMinutes(1);

    /// <param name="bounds">Null to remove all.</param>
    internal static IReadOnlyList<CacheEntry> Of(string folder, CacheFolderState cache, CacheLimits? bounds)
    {
        if (bounds is null || cache.Entries.Count == 0)
        {
            return cache.Entries;
        }

        DateTime now = DateTime.UtcNow;
        ILookup<bool, CacheEntry> recorded = cache.Entries.ToLookup(entry => File.Exists(Path.ChangeExtension(entry.File, ".record")));
        List<CacheBounds.UsedEntry> used =
            [.. recorded[true].Select(entry => new CacheBounds.UsedEntry(entry.File, entry.LastUsed, entry.Bytes))];
        var available = (ulong)Math.Max(0, Volume.At(ExistingFolder.AtOrAbove(folder)).FreeBytes);
        HashSet<string> goes = [.. CacheBounds.WhatGoes(used, bounds.Bytes, available, now - bounds.Age).Select(entry => entry.Hash)];
        return
        [
            .. cache.Entries.Where(entry => goes.Contains(entry.File)),
            .. recorded[false].Where(entry => entry.LastUsed < now - s_alone),
        ];
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
