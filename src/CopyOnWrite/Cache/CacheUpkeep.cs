using System;
using System.IO;
using System.Threading;

namespace CopyOnWrite;

/// <summary>Prunes the caches that a process uses now and then, beside its work: once a day, and when much was added.</summary>
internal sealed class CacheUpkeep
{
    private long _added;
    private int _pruning;
    private string? _checked;

    /// <summary>After a call that has used the cache. Costs nothing but when pruning is due, and then a thread.</summary>
    /// <param name="bytesAdded">To caches, since the last time this was called.</param>
    internal void AfterCall(CloneCache cache, long bytesAdded, long maximumBytes, TimeSpan maximumAge)
    {
        string folder = cache.Folder!;
        bool much = Interlocked.Add(ref _added, bytesAdded) > maximumBytes / 20;
        bool notYetChecked = Interlocked.Exchange(ref _checked, folder) != folder;
        if ((!much && !notYetChecked) || Interlocked.CompareExchange(ref _pruning, 1, 0) != 0)
        {
            return;
        }

        if (much)
        {
            Interlocked.Exchange(ref _added, 0);
        }

        // In the background: a process that ends meanwhile leaves a cache that is a little too big.
        new Thread(() =>
        {
            try
            {
                cache.PruneIfDue(
                    much ? TimeSpan.Zero : TimeSpan.FromDays(1),
                    maximumBytes,
                    maximumAge,
                    keepOutOfGit: Path.GetFileName(folder) == DefaultCacheFolder.Name);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // An exception in a thread of its own would end the process.
            }
            finally
            {
                Volatile.Write(ref _pruning, 0);
            }
        })
        { IsBackground = true, Name = "CopyOnWrite cache pruning" }.Start();
    }
}
