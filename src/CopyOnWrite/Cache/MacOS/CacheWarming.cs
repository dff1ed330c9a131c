using System.Collections.Generic;
using System.Threading;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>Files that are to be in a cache before a build needs them.</summary>
internal static class CacheWarming
{
    private const int WaitMilliseconds = 100;

    /// <summary>
    /// Those of the files that a build would add. Null with the problem; with none where the folder's volume cannot clone.
    /// </summary>
    internal static CacheFill? Of(
        MacCloner cloner, string folder, IReadOnlyList<string> files, out CacheProblem problem, out int error)
    {
        problem = CacheProblem.Inaccessible;
        error = ENOENT;
        var path = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(ExistingFolder.AtOrAbove(folder), path))
        {
            return null;
        }

        error = cloner.Calls.StatusOfTarget(path, out Stat destination);
        if (error != 0)
        {
            return null;
        }

        using var cache = new MacCloneCache(cloner, CacheLocation.At(folder));
        if (cache.IsFor(destination.Volume))
        {
            foreach (string file in files)
            {
                if (NativePath.TryEncode(file, path)
                    && TrySettle(cloner.Calls, path, destination.Volume, cache.MinimumFileSize, out Stat source))
                {
                    _ = cache.TryAdd(path, source);
                }
            }
        }

        problem = cache.Problem;
        error = cache.ErrorNumber;
        return cache.IsOpen && problem == CacheProblem.None ? cache.TakeFill() : null;
    }

    /// <summary>Waits for a file that was written a moment ago, as by a restore; a build does without.</summary>
    /// <param name="volume">The destinations', whose own files are not cached.</param>
    private static bool TrySettle(IMacCalls system, byte[] path, ulong volume, long minimum, out Stat status)
    {
        // What changes again and again is not settled by waiting.
        for (int waited = 0; waited <= 2 * CacheSource.SettledSeconds * 1000; waited += WaitMilliseconds)
        {
            if (system.StatusOfTarget(path, out status) != 0
                || !status.IsRegularFile
                || status.Volume == volume
                || status.Size < minimum)
            {
                return false;
            }

            if (CacheSource.IsSettled(status))
            {
                return true;
            }

            // A clock that was ahead, and was set back, wrote it: no use in waiting.
            if (CacheSource.IsOfTheFuture(status))
            {
                return false;
            }

            Thread.Sleep(WaitMilliseconds);
        }

        status = default;
        return false;
    }
}
