using System;
using System.IO;
using System.Security.Cryptography;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite;

/// <summary>The SHA-256 of a file.</summary>
internal static class FileHash
{
    private const int BufferSize = 128 * 1024;

    /// <exception cref="IOException">It cannot be read, or is not a regular file.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read the file.</exception>
    internal static byte[] Of(FileCloner cloner, string path, out long length)
    {
        // .NET would wait for a writer if another user has put a pipe there (fifo(7)); its own open has the words for an error.
        nint file = 0;
        using FileStream content = cloner.CacheSystem?.OpenSource(path, letsOthersWrite: false, out file) == 0
            ? new FileStream(new SafeFileHandle(file, ownsHandle: true), FileAccess.Read, BufferSize)
            : new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, BufferSize, FileOptions.SequentialScan);
        if (!content.CanSeek)
        {
            throw new IOException($"'{path}' is not a regular file.");
        }

        using var sha256 = SHA256.Create();
        length = content.Length;
        return sha256.ComputeHash(content);
    }
}
