using System;
using System.Collections.Generic;
using System.Threading;

namespace CopyOnWrite;

// The process's part in the cross-volume cache.
public abstract partial class FileCloner
{
    private CacheFiller? _cacheFiller;

    /// <summary>Null where there is no cross-volume cache: for systems that have none, and for a cloner that copies.</summary>
    internal virtual ICacheSystem? CacheSystem => null;

    internal bool HasCache => CacheSystem is not null;

    /// <summary>What this process does for its caches after its calls.</summary>
    internal CacheFiller CacheFiller => _cacheFiller ?? LazyInitializer.EnsureInitialized(ref _cacheFiller, () =>
    {
        var maker = new EntryMaker(CacheSystem!);
        return new CacheFiller(maker.Add, maker.RemoveOlder);
    })!;

    /// <summary>Opens the cross-volume cache for the files of one call; null on a system without one.</summary>
    /// <inheritdoc cref="CloneCache(FileCloner, ICacheSystem, Func{string})" path="/param[@name='findFolder']"/>
    internal CloneCache? NewCache(Func<string?> findFolder) =>
        CacheSystem is { } system ? new CloneCache(this, system, findFolder) : null;

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
}
