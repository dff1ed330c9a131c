using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// Writes a small file in one step: under a temporary name beside its final one, then renamed. No user can put a link or a pipe
/// under that name beforehand, as it is random (docs/design/cache-safety.md).
/// </summary>
internal static class WholeFile
{
    /// <summary>Replaces a file or link of that name.</summary>
    /// <exception cref="IOException">It cannot be written; what was there is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    internal static void Write(string path, byte[] content) =>
        TemporaryFiles.Publish(path, replaces: File.Exists(path), made =>
        {
            using var file = new FileStream(made, FileMode.CreateNew, FileAccess.Write, FileShare.None);
            file.Write(content, 0, content.Length);
        });
}
