using System.Collections.Generic;
using System.Threading;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Files that are to be in a cache before a build needs them.</summary>
internal static unsafe class CacheWarming
{
    private const uint OwnerOnly = 0x180; // 0600
    private const int WaitMilliseconds = 100;

    /// <summary>
    /// Those of the files that a build would add. Null with the problem; with none where the folder's volume cannot clone.
    /// </summary>
    internal static CacheFill? Of(
        LinuxCloner cloner, string folder, IReadOnlyList<string> files, out CacheProblem problem, out int error)
    {
        problem = CacheProblem.None;
        var scratch = new LinuxScratch();
        int destination = CreateNameless(folder, scratch.Destination);
        if (destination < 0)
        {
            error = Error;
            problem = CacheProblem.Inaccessible;
            return null;
        }

        // Only a destination shows whether the folder is of use: an empty file without a name, in the folder or above.
        using var cache = new LinuxCloneCache(cloner, CacheLocation.At(folder));
        bool known = TryGetStatus(destination, out Statx status);
        if (known && cache.IsFor(destination, status.Volume))
        {
            var apart = new Dictionary<ulong, bool>();
            foreach (string file in files)
            {
                if (NativePath.TryEncode(file, scratch.Source)
                    && TrySettle(scratch.Source, cache.MinimumFileSize, out Statx source)
                    && IsApart(apart, scratch.Source, source.Volume, destination))
                {
                    _ = cache.TryAdd(scratch.Source, source, destination, status.Volume);
                }
            }
        }

        _ = close(destination);
        problem = cache.Problem;
        error = cache.ErrorNumber;
        return cache.IsOpen && problem == CacheProblem.None ? cache.TakeFill() : null;
    }

    /// <summary>Whether the file cannot be cloned to the destination itself. Tried once for a volume: see CacheFolder.WhyOfNoUse.</summary>
    private static bool IsApart(Dictionary<ulong, bool> known, byte[] path, ulong volume, int destination)
    {
        if (known.TryGetValue(volume, out bool apart))
        {
            return apart;
        }

        fixed (byte* start = path)
        {
            int source = open(start, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
            if (source < 0)
            {
                return false;
            }

            apart = ioctl(destination, (nuint)FICLONE, source) != 0 && Error == EXDEV;
            _ = close(source);
            _ = ftruncate(destination, 0);
        }

        known.Add(volume, apart);
        return apart;
    }

    /// <summary>Waits for a file that was written a moment ago, as by a restore; a build does without.</summary>
    private static bool TrySettle(byte[] path, long minimum, out Statx status)
    {
        fixed (byte* start = path)
        {
            // What changes again and again is not settled by waiting.
            for (int waited = 0; waited <= 2 * CacheSource.SettledSeconds * 1000; waited += WaitMilliseconds)
            {
                status = default;
                fixed (Statx* found = &status)
                {
                    if (statx(AT_FDCWD, start, 0, STATX_BASIC_STATS, found) != 0 || !status.IsRegularFile || (long)status.Size < minimum)
                    {
                        return false;
                    }
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
        }

        status = default;
        return false;
    }

    private static int CreateNameless(string folder, byte[] buffer)
    {
        if (!NativePath.TryEncode(ExistingFolder.AtOrAbove(folder), buffer))
        {
            return -1;
        }

        fixed (byte* start = buffer)
        {
            return openat(AT_FDCWD, start, O_TMPFILE | O_RDWR | O_CLOEXEC, OwnerOnly);
        }
    }
}
