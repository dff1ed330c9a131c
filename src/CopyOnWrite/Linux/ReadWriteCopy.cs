using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Copies the content of one open file into another. A call that a signal interrupted (EINTR, signal(7)) is repeated, as by .NET's own
/// File.Copy (SystemNative_CopyFile in pal_io.c). Not by copy_file_range(2): on local file systems it takes longer from 256 KiB on, and
/// none of its answers can be trusted elsewhere (FUSE: golang/go#42334).
/// </summary>
internal static unsafe class ReadWriteCopy
{
    internal const int BufferSize = 128 * 1024;

    /// <summary>Copies from the files' positions on: 0, or the errno of the call that failed.</summary>
    internal static int Copy(int source, int destination, LinuxScratch scratch, out long copied, long most = long.MaxValue)
    {
        copied = 0;
        fixed (byte* start = scratch.Content)
        {
            while (true)
            {
                nint got = read(source, start, (nuint)Math.Min(BufferSize, most - copied));
                int error = got < 0 ? Error : Write(destination, start, got);
                if (got == 0 || error is not (0 or EINTR))
                {
                    return error;
                }

                copied += got > 0 ? got : 0;
            }
        }
    }

    /// <summary>Copies a whole file, whose holes stay holes. Another process may write to it and change its length meanwhile.</summary>
    internal static int CopyData(int source, int destination, LinuxScratch scratch, out long copied)
    {
        copied = 0;
        nint end = 0;
        for (nint data; (data = lseek(source, end, SEEK_DATA)) >= 0 && (end = lseek(source, data, SEEK_HOLE)) >= 0;)
        {
            _ = lseek(source, data, SEEK_SET);
            _ = lseek(destination, data, SEEK_SET);
            int error = Copy(source, destination, scratch, out long piece, end - data);
            copied += piece;
            if (error != 0)
            {
                return error;
            }
        }

        // ENXIO: there is no data up to the end.
        return Error == ENXIO && ftruncate(destination, lseek(source, 0, SEEK_END)) == 0 ? 0 : Error;
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
