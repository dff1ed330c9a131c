using System;
using System.Collections.Generic;
using System.Threading;

namespace CopyOnWrite;

// The cross-volume cache of a process.
public abstract partial class FileCloner
{
    private CacheRecordTable? _cacheRecords;
    private CacheUpkeep? _cacheUpkeep;

    /// <summary>Null where there is no cross-volume cache: for systems that have none, and for a cloner that copies.</summary>
    internal virtual ICacheSystem? CacheSystem => null;

    internal bool HasCache => CacheSystem is not null;

    internal CacheRecordTable CacheRecords =>
        _cacheRecords ?? Interlocked.CompareExchange(ref _cacheRecords, new CacheRecordTable(), null) ?? _cacheRecords!;

    /// <summary>What this process does for its caches behind its calls.</summary>
    internal CacheUpkeep CacheUpkeep =>
        _cacheUpkeep ?? Interlocked.CompareExchange(ref _cacheUpkeep, NewCacheUpkeep(), null) ?? _cacheUpkeep!;

    /// <summary>The cross-volume cache for the files of one call; null where there is none.</summary>
    internal CloneCache? NewCache(CacheLocation location) => CacheSystem is { } system ? new CloneCache(this, system, location) : null;

    /// <summary>Keeps the cache in this folder within its bounds. Never throws.</summary>
    /// <param name="dryRun">Nothing is removed.</param>
    /// <returns>The names of the entries that go.</returns>
    internal IReadOnlyList<string> PruneCache(string folder, long maximumBytes, TimeSpan maximumAge, bool dryRun = false)
    {
        using CacheFolder? opened = CacheSystem is { } system ? CacheFolder.OpenExisting(system, folder) : null;
        return opened is null ? [] : new CachePruning(opened).Prune(maximumBytes, maximumAge, dryRun);
    }

    /// <summary>Removes the cache in this folder, except for what living processes are making.</summary>
    internal void ClearCache(string folder)
    {
        if (CacheSystem is { } system)
        {
            CachePruning.Clear(system, folder);
        }
    }

    /// <summary>What is in the cache in this folder.</summary>
    internal CacheFolderState ReadCache(string folder) =>
        CacheSystem is { } system ? CacheReader.Read(system, folder) : CacheFolderState.Missing;

    private CacheUpkeep NewCacheUpkeep() =>
        new(source => CacheSystem is { } system ? new CacheFill(system, CacheRecords).Add(source) : default);
}
