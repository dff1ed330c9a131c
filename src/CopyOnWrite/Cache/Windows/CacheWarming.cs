using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Files that are to be in a cache before a build needs them.</summary>
internal static class CacheWarming
{
    private const int WaitMilliseconds = 100;

    /// <summary>
    /// Those of the files that a build would add. Null with the problem; with none where the folder's volume cannot clone.
    /// </summary>
    internal static CacheFill? Of(
        WindowsCloner cloner, string folder, IReadOnlyList<string> files, out CacheProblem problem, out int error)
    {
        problem = CacheProblem.None;
        error = 0;
        if (cloner.Folders.VolumeOf(Path.Combine(ExistingFolder.AtOrAbove(folder), CacheFiles.Tag)) is not { } volume)
        {
            problem = CacheProblem.Inaccessible;
            error = ERROR_PATH_NOT_FOUND;
            return null;
        }

        if (!volume.Clones)
        {
            return null;
        }

        using var cache = new WindowsCloneCache(cloner, CacheLocation.At(folder));
        if (cache.IsFor(volume))
        {
            foreach (string file in files)
            {
                if (TrySettle(cloner, file, Math.Max(cache.MinimumFileSize, volume.ClusterSize), out SourceIdentity source)
                    && source.Stamp.Id.VolumeSerialNumber != volume.Serial)
                {
                    _ = cache.TryNoteMissed(new MissedSource(file, source));
                }
            }
        }

        problem = cache.Problem;
        error = cache.ErrorNumber;
        return cache.IsOpen && problem == CacheProblem.None ? cache.TakeFill() : null;
    }

    /// <summary>Waits for a file that was written a moment ago, as by a restore; a build does without.</summary>
    private static bool TrySettle(WindowsCloner cloner, string path, long minimum, out SourceIdentity source)
    {
        // What changes again and again is not settled by waiting.
        for (long waited = 0; waited <= 2 * CacheableSource.SettledTime; waited += WaitMilliseconds * TimeSpan.TicksPerMillisecond)
        {
            if (!TryLook(cloner, path, minimum, out source, out bool cacheable))
            {
                return false;
            }

            // Written by a clock that was ahead, and was set back: no use in waiting.
            bool isOfTheFuture = CacheableSource.IsOfTheFuture(cloner, source.Stamp);
            if (cacheable || source.Usn == 0 || isOfTheFuture || CacheableSource.IsSettled(cloner, source.Stamp))
            {
                return cacheable;
            }

            Thread.Sleep(WaitMilliseconds);
        }

        source = default;
        return false;
    }

    private static bool TryLook(WindowsCloner cloner, string path, long minimum, out SourceIdentity source, out bool cacheable)
    {
        source = default;
        cacheable = false;
        if (cloner.Calls.CreateFile(path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, OPEN_EXISTING, 0, out nint file) != 0)
        {
            return false;
        }

        bool seen = SourceIdentity.Get(cloner.Calls, file, out source) == 0
            && (source.Stamp.Attributes & FILE_ATTRIBUTE_DIRECTORY) == 0
            && source.Stamp.Length >= minimum;
        cacheable = seen && CacheableSource.Is(cloner, file, source);
        cloner.Calls.CloseHandle(file);
        return seen;
    }
}
