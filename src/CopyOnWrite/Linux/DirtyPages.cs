using System;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Whether a source's content still waits to be written to its disk. FICLONE writes it first and waits (filemap_write_and_wait_range in
/// generic_remap_file_range_prep), which costs up to five times a copy in memory: compilers' outputs are such sources.
/// </summary>
internal sealed unsafe class DirtyPages
{
    // The kernel writes back what is dirty for 30 s (vm.dirty_expire_centisecs) and looks every 5 s; a change of content sets the change
    // time.
    private const int WrittenBackAfterSeconds = 35;

    private bool _cannotAsk;

    internal bool AreIn(int file, in Statx status)
    {
        if (DateTimeOffset.UtcNow.ToUnixTimeSeconds() - status.ChangeSeconds > WrittenBackAfterSeconds)
        {
            return false;
        }

        if (_cannotAsk)
        {
            return true;
        }

        if (TryCount(file, out Cachestat pages))
        {
            return pages.Dirty + pages.Writeback > 0;
        }

        // ENOSYS: Linux before 6.5. EPERM: a file that this user may not write (can_do_cachestat in mm/filemap.c), or a sandbox.
        _cannotAsk = Error == ENOSYS;
        return true;
    }

    internal static bool TryCount(int file, out Cachestat pages)
    {
        CachestatRange wholeFile = default;
        fixed (Cachestat* result = &pages)
        {
            return syscall(SYS_cachestat, file, &wholeFile, result, 0) == 0;
        }
    }
}
