using System;
using System.Collections.Generic;

namespace CopyOnWrite;

/// <summary>The cross-volume cache as a whole, for a call's beginning and end, and for <c>dotnet cow</c>.</summary>
internal static class CacheAdministration
{
    /// <summary>Opens the cross-volume cache for the files of one call; null on a system without one.</summary>
    /// <inheritdoc cref="CloneCache(Platform, ICacheSystem, Func{string})" path="/param[@name='findFolder']"/>
    internal static CloneCache? NewCache(this Platform platform, Func<string?> findFolder) =>
        platform.CacheSystem is { } system ? new CloneCache(platform, system, findFolder) : null;

    /// <summary>Keeps the cache in this folder within its bounds. Never throws.</summary>
    /// <param name="dryRun">Whether nothing is removed.</param>
    /// <param name="interval">Does nothing if a process pruned it less than this time ago; null prunes now.</param>
    /// <returns>The names of the entries that were, or would be, removed.</returns>
    internal static IReadOnlyList<string> PruneCache(
        this Platform platform, string folder, long maximumBytes, TimeSpan maximumAge, bool dryRun = false, TimeSpan? interval = null)
    {
        using CacheFolder? opened = platform.CacheSystem is { } system ? CacheFolder.OpenExisting(system, folder) : null;
        return opened is null || (interval is { } least && !opened.TryBeginPruning(least))
            ? []
            : new CachePruning(opened).Prune(maximumBytes, maximumAge, dryRun);
    }

    /// <summary>Removes the cache in this folder, except for what living processes are making.</summary>
    internal static void ClearCache(this Platform platform, string folder)
    {
        if (platform.CacheSystem is { } system)
        {
            CachePruning.Clear(system, folder);
        }
    }

    /// <summary>Whether this user owns the folder. Others may be able to write to it.</summary>
    internal static bool BelongsToUser(this Platform platform, string folder) =>
        platform.CacheSystem is { } system
        && CacheFolder.ProblemOf(system, folder) is CacheProblem.None or CacheProblem.WritableByOthers;
}
