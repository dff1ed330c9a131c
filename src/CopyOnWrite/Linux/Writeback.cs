using System;
using System.Threading;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Waits until a file's content is on its disk, so that a process can end meanwhile. The kernel's own waits (FICLONE, fsync) go on in a
/// process that ends, which delays its end until a slow disk has the whole file (folio_wait_writeback in mm/page-writeback.c is not
/// interruptible).
/// </summary>
internal static class Writeback
{
    /// <summary>The bytes below which the query does not pay.</summary>
    internal const ulong SmallestFile = 1024 * 1024;

    private const int LongestPause = 32;
    private const int MostMilliseconds = 60_000;

    /// <summary>Best effort: waits a minute at most, and not at all if the kernel does not report pending pages.</summary>
    /// <param name="file">Open for writing.</param>
    internal static void Wait(int file)
    {
        int pause = 1;
        for (int waited = 0; waited < MostMilliseconds && IsPending(file); waited += pause)
        {
            Thread.Sleep(pause);
            pause = Math.Min(2 * pause, LongestPause);
        }
    }

    /// <summary>
    /// False with ENOSYS before Linux 6.5, with EPERM for a file that this user may not write (can_do_cachestat in mm/filemap.c).
    /// </summary>
    internal static bool TryCount(int file, out Cachestat pages) =>
        syscall(SYS_cachestat, file, range: default, out pages, 0) == 0;

    private static bool IsPending(int file)
    {
        if (!TryCount(file, out Cachestat pages))
        {
            return false;
        }

        // Starts writing without waiting. Repeated for pages that it skipped because they were locked.
        return pages.Dirty > 0
            ? sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE) == 0
            : pages.Writeback > 0;
    }
}
