using System;
using System.IO;
using System.Security.Cryptography;

namespace CopyOnWrite;

/// <summary>The SHA-256 of a file.</summary>
internal static class FileHash
{
    private const int BufferSize = 128 * 1024;

    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read the file.</exception>
    internal static byte[] Of(string path, out long length)
    {
        using var content = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, BufferSize, FileOptions.SequentialScan);
        using var sha256 = SHA256.Create();
        length = content.Length;
        return sha256.ComputeHash(content);
    }
}
