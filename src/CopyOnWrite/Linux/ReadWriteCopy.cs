using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Copies the content of one open file into another. In the kernel it takes the steps of .NET's own File.Copy (SystemNative_CopyFile in
/// pal_io.c), without its attempt at FICLONE; copy_file_range shares blocks where it can, after writing the source to its disk.
/// </summary>
internal static unsafe class ReadWriteCopy
{
    internal const int BufferSize = 128 * 1024;

    // The bytes of one call, below the kernel's own limit (MAX_RW_COUNT, 2 GiB less a page) so that a full count is no error.
    private const int MostAtOnce = 1 << 30;

    /// <summary>
    /// 0, or the errno of the call that failed. Both files are at their start; the size is the source's (0: unknown, as in /proc).
    /// </summary>
    /// <param name="byWriting">Read and write: blocks are never shared.</param>
    internal static int Copy(int source, int destination, ulong size, bool byWriting, LinuxScratch scratch)
    {
        // A file of unknown size is read to its end: copy_file_range answers 0 for files in /proc, though there is content.
        if (byWriting || size == 0)
        {
            return ReadAndWrite(source, destination, scratch.Content());
        }

        int error = InKernel(source, destination, out bool refused);
        return refused ? ReadAndWrite(source, destination, scratch.Content()) : error;
    }

    private static int InKernel(int source, int destination, out bool refused)
    {
        bool ranges = true;
        bool any = false;
        var interruptions = default(Interruptions);
        while (true)
        {
            nint moved = ranges
                ? copy_file_range(source, null, destination, null, MostAtOnce, 0)
                : sendfile(destination, source, null, MostAtOnce);
            if (moved > 0)
            {
                any = true;
                interruptions = default;
                continue;
            }

            int error = moved == 0 ? 0 : Error;
            if (interruptions.ShouldRetry(error))
            {
                continue;
            }

            // Nothing was copied yet: the error is the call's, not the files'. copy_file_range(2) has a list of such answers that depends
            // on kernel and file system (EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EPERM, 0 bytes), so only errors that every way shares count.
            bool sharedByEveryWay = error is ENOSPC or EDQUOT or EIO or ENOMEM or EFBIG;
            refused = !any && !sharedByEveryWay;
            if (refused && ranges)
            {
                ranges = false;
                continue;
            }

            return error;
        }
    }

    private static int ReadAndWrite(int source, int destination, byte[] buffer)
    {
        var interruptions = default(Interruptions);
        fixed (byte* start = buffer)
        {
            while (true)
            {
                nint got = read(source, start, BufferSize);
                if (got <= 0)
                {
                    int refused = got == 0 ? 0 : Error;
                    if (interruptions.ShouldRetry(refused))
                    {
                        continue;
                    }

                    return refused;
                }

                interruptions = default;
                int error = Write(destination, start, got);
                if (error != 0)
                {
                    return error;
                }
            }
        }
    }

    /// <summary>0, or the errno.</summary>
    internal static int Write(int file, byte* content, nint length)
    {
        var interruptions = default(Interruptions);
        for (nint done = 0; done < length;)
        {
            nint put = write(file, content + done, (nuint)(length - done));
            if (put >= 0)
            {
                done += put;
                interruptions = default;
            }
            else if (Error is var error && !interruptions.ShouldRetry(error))
            {
                return error;
            }
        }

        return 0;
    }
}
