using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Copies the content of one open file into another. A call that a signal interrupted (EINTR, signal(7)) is repeated, as by .NET's own
/// File.Copy (SystemNative_CopyFile in pal_io.c).
/// </summary>
internal static unsafe class ReadWriteCopy
{
    internal const int BufferSize = 128 * 1024;

    // The bytes of one call, below the kernel's own limit (MAX_RW_COUNT, 2 GiB less a page) so that a full count is no error.
    private const int MostAtOnce = 1 << 30;

    /// <summary>
    /// 0, or the errno of the call that failed. Both files are at their start; the size is the source's (0: unknown, as in /proc).
    /// </summary>
    /// <param name="byWriting">Read and write: blocks are never shared. Else by copy_file_range, which shares them where it can.</param>
    internal static int Copy(int source, int destination, ulong size, bool byWriting, LinuxScratch scratch)
    {
        // A file of unknown size is read to its end: copy_file_range answers 0 for files in /proc, though there is content.
        int error = 0;
        bool isDone = !byWriting && size > 0 && TryInKernel(source, destination, out error);
        return isDone ? error : ReadAndWrite(source, destination, scratch.Content());
    }

    /// <summary>False when nothing was copied, as the call is refused.</summary>
    private static bool TryInKernel(int source, int destination, out int error)
    {
        bool any = false;
        nint moved;
        do
        {
            moved = copy_file_range(source, null, destination, null, MostAtOnce, 0);
            error = moved < 0 ? Error : 0;
            any |= moved > 0;
        }
        while (moved > 0 || error == EINTR);

        // Nothing was copied yet: the error is the call's, not the files'. copy_file_range(2) has a list of such answers that depends
        // on kernel and file system (EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EPERM, 0 bytes), so only errors that every way shares count.
        return any || error is ENOSPC or EDQUOT or EIO or ENOMEM or EFBIG;
    }

    private static int ReadAndWrite(int source, int destination, byte[] buffer)
    {
        fixed (byte* start = buffer)
        {
            while (true)
            {
                nint got = read(source, start, BufferSize);
                int error = got < 0 ? Error : Write(destination, start, got);
                if (got == 0 || error is not (0 or EINTR))
                {
                    return error;
                }
            }
        }
    }

    /// <summary>0, or the errno.</summary>
    internal static int Write(int file, byte* content, nint length)
    {
        for (nint done = 0; done < length;)
        {
            nint put = write(file, content + done, (nuint)(length - done));
            if (put >= 0)
            {
                done += put;
            }
            else if (Error is var error and not EINTR)
            {
                return error;
            }
        }

        return 0;
    }
}
