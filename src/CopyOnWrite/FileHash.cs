using System;
using System.ComponentModel;
using System.IO;
using System.Security.Cryptography;
using CopyOnWrite.Linux;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite;

/// <summary>
/// The SHA-256 of a file. Of nothing else: another user who may write to its folder could have put a pipe there meanwhile, and opening that
/// waits for a writer (fifo(7)).
/// </summary>
internal static unsafe class FileHash
{
    private const int BufferSize = 128 * 1024;

    /// <exception cref="IOException">It cannot be read, or is no file.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    internal static byte[] Of(FileCloner strategy, string path, out long length)
    {
        if (strategy is LinuxCloner)
        {
            int error = TryHash(path, out byte[] hash, out length);
            return error == 0 ? hash : throw new IOException($"{new Win32Exception(error).Message} : '{path}'");
        }

        using var content = new FileStream(
            path, System.IO.FileMode.Open, FileAccess.Read, FileShare.Read, BufferSize, FileOptions.SequentialScan);
        using var sha256 = SHA256.Create();
        length = content.Length;
        return sha256.ComputeHash(content);
    }

    private static int TryHash(string path, out byte[] hash, out long length)
    {
        hash = Array.Empty<byte>();
        length = 0;
        var encoded = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(path, encoded))
        {
            return ENAMETOOLONG;
        }

        int file;
        fixed (byte* name = encoded)
        {
            file = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0);
        }

        if (file < 0)
        {
            return Error;
        }

        try
        {
            // As .NET's readers do, so that a file that .NET is writing is not read in part.
            return !TryGetStatus(file, out Statx status) ? Error
                : !status.IsRegularFile ? EINVAL
                : !FileLock.TryTake(file, LOCK_SH) ? EAGAIN
                : TryHash(file, out hash, out length);
        }
        finally
        {
            _ = close(file);
        }
    }

    private static int TryHash(int file, out byte[] hash, out long length)
    {
        hash = Array.Empty<byte>();
        length = 0;
        using var sha256 = SHA256.Create();
        var buffer = new byte[BufferSize];
        var interruptions = default(Interruptions);
        fixed (byte* start = buffer)
        {
            while (read(file, start, BufferSize) is var got and not 0)
            {
                if (got > 0)
                {
                    _ = sha256.TransformBlock(buffer, 0, (int)got, null, 0);
                    length += got;
                    interruptions = default;
                }
                else if (Error is var error && !interruptions.ShouldRetry(error))
                {
                    return error;
                }
            }
        }

        _ = sha256.TransformFinalBlock(buffer, 0, 0);
        hash = sha256.Hash!;
        return 0;
    }
}
