using System;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// <see cref="WholeFile"/> by the temporary names that copies have, so that what a killed process leaves is gone with the next.
/// </summary>
internal static unsafe class LinuxWholeFile
{
    private const uint ForAll = 0x1B6; // 0666, less the umask, as .NET makes files.

    /// <summary>0, or the errno; then nothing was made.</summary>
    /// <param name="modified">Null replaces what has the name; with a time, that is EEXIST.</param>
    internal static int Make(string path, byte[] content, DateTime? modified)
    {
        var final = new byte[NativePath.MaximumLength];
        var temporary = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(path, final))
        {
            return ENAMETOOLONG;
        }

        int file = LockedTempFile.CreateBeside(AT_FDCWD, 0, final, temporary, ForAll, out int error);
        if (file < 0)
        {
            return error;
        }

        fixed (byte* made = temporary)
        fixed (byte* named = final)
        fixed (byte* start = content)
        {
            error = ReadWriteCopy.Write(file, start, content.Length);
            error = error == 0 && modified is { } time ? SetTime(file, time) : error;
            error = error != 0 ? error : modified is null ? Replace(made, named) : Place(made, named);
            if (error != 0)
            {
                _ = unlink(made);
            }
        }

        // Not before the rename: it ends the lock, without which others take the file for a leftover.
        _ = close(file);
        return error;
    }

    private static int SetTime(int file, DateTime modified)
    {
        var time = new Timespec { Seconds = UnixTime.SecondsOf(modified) };
        Timespec* times = stackalloc Timespec[] { time, time };
        return futimens(file, times) == 0 ? 0 : Error;
    }

    private static int Replace(byte* made, byte* final) => rename(made, final) == 0 ? 0 : Error;

    private static int Place(byte* made, byte* final)
    {
        int error = renameat2(SYS_renameat2, AT_FDCWD, made, AT_FDCWD, final, RENAME_NOREPLACE) == 0 ? 0 : Error;

        // Unknown to the volume or the kernel (rename(2)).
        return error is EINVAL or ENOSYS ? Replace(made, final) : error;
    }
}
