using System;
using System.IO;

namespace CopyOnWrite;

/// <summary>
/// A small file of our own, whole at once: made under a temporary name beside its final one and renamed. Nobody can put a link or a pipe
/// under that name beforehand, as it cannot be guessed (docs/design/threat-model.md).
/// </summary>
internal static class WholeFile
{
    /// <summary>In the place of a file or link of that name, if there is one.</summary>
    /// <exception cref="IOException">It cannot be written; what was there is as it was.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    internal static void Write(string path, byte[] content) =>
        TemporaryFiles.Publish(path, replaces: File.Exists(path), made =>
        {
            using var file = new FileStream(made, FileMode.CreateNew, FileAccess.Write, FileShare.None);
            file.Write(content, 0, content.Length);
        });
}
