using System;
using System.Collections.Generic;
using System.Threading;

namespace CopyOnWrite;

// The process's part in the cross-volume cache.
public abstract partial class FileCloner
{
    private CacheRecordTable? _cacheRecords;
    private CacheUpkeep? _cacheUpkeep;

    /// <summary>Null where there is no cross-volume cache: for systems that have none, and for a cloner that copies.</summary>
    internal virtual ICacheSystem? CacheSystem => null;

    internal bool HasCache => CacheSystem is not null;

    internal CacheRecordTable CacheRecords => LazyInitializer.EnsureInitialized(ref _cacheRecords, static () => new CacheRecordTable())!;

    /// <summary>What this process does for its caches after its calls.</summary>
    internal CacheUpkeep CacheUpkeep => _cacheUpkeep ?? LazyInitializer.EnsureInitialized(ref _cacheUpkeep, () => new CacheUpkeep(
        source => CacheSystem is { } system ? new CacheFill(system, CacheRecords).Add(source) : CacheError.OfThisFile))!;

    /// <summary>Opens the cross-volume cache for the files of one call; null on a system without one.</summary>
    internal CloneCache? NewCache(CacheLocation location) => CacheSystem is { } system ? new CloneCache(this, system, location) : null;

    /// <summary>Keeps the cache in this folder within its bounds. Never throws.</summary>
    /// <param name="dryRun">Whether nothing is removed.</param>
    /// <param name="interval">Does nothing if a process pruned it less than this time ago; null prunes now.</param>
    /// <returns>The names of the entries that were, or would be, removed.</returns>
    internal IReadOnlyList<string> PruneCache(
        string folder, long maximumBytes, TimeSpan maximumAge, bool dryRun = false, TimeSpan? interval = null)
    {
        using CacheFolder? opened = CacheSystem is { } system ? CacheFolder.OpenExisting(system, folder) : null;
        return opened is null || (interval is { } least && !opened.TryBeginPruning(least))
            ? []
            : new CachePruning(opened).Prune(maximumBytes, maximumAge, dryRun);
    }

    /// <summary>Removes the cache in this folder, except for what living processes are making.</summary>
    internal void ClearCache(string folder)
    {
        if (CacheSystem is { } system)
        {
            CachePruning.Clear(system, folder);
        }
    }

    /// <summary>Whether this user owns the folder. Others may be able to write to it.</summary>
    internal bool BelongsToUser(string folder)
    {
        CacheFolder? opened = null;
        bool isOther = CacheSystem?.OpenFolder(folder, out opened, out _) == CacheProblem.WrongOwner;
        using (opened)
        {
            return opened is not null && !isOther;
        }
    }

    /// <summary>What is in the cache in this folder.</summary>
    internal CacheFolderState ReadCache(string folder) =>
        CacheSystem is { } system ? CacheReader.Read(system, folder) : CacheFolderState.Missing;
}
