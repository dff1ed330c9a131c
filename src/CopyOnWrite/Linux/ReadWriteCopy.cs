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

    /// <summary>0, or the errno of the call that failed. Both files are at their start.</summary>
    /// <param name="size">The source's (0: unknown, as in /proc).</param>
    /// <param name="byWriting">Read and write: blocks are never shared. Else by copy_file_range, which shares them where it can.</param>
    /// <param name="copied">The bytes.</param>
    internal static int Copy(int source, int destination, ulong size, bool byWriting, LinuxScratch scratch, out long copied)
    {
        copied = 0;

        // A file of unknown size is read to its end: copy_file_range answers 0 for files in /proc, though there is content.
        int error = byWriting || size == 0 ? 0 : CopyInKernel(source, destination, ref copied);
        return error != 0 ? error : ReadAndWrite(source, destination, scratch.Content(), ref copied);
    }

    /// <summary>
    /// 0 unless the destination has no space. What any other answer left over is read and written, which finds an error of the device, too:
    /// copy_file_range(2) has a list of answers that depends on kernel and file system (EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EPERM, 0 bytes),
    /// FUSE file systems answer EIO (golang/go#42334), and network servers answer with fewer bytes than there are.
    /// </summary>
    private static int CopyInKernel(int source, int destination, ref long copied)
    {
        while (true)
        {
            nint moved = copy_file_range(source, null, destination, null, MostAtOnce, 0);
            int error = moved < 0 ? Error : 0;
            copied += moved > 0 ? moved : 0;
            if (moved <= 0 && error != EINTR)
            {
                return error is ENOSPC or EDQUOT ? error : 0;
            }
        }
    }

    private static int ReadAndWrite(int source, int destination, byte[] buffer, ref long copied)
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

                copied += got > 0 ? got : 0;
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
