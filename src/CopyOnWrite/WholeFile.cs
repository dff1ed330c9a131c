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
    internal static void Write(string path, byte[] content) => Make(path, content, null);

    /// <summary>An empty file of that time.</summary>
    /// <exception cref="IOException">It cannot be written, or the name is taken.</exception>
    /// <exception cref="UnauthorizedAccessException">It cannot be written.</exception>
    internal static void PlaceEmpty(string path, DateTime modified) => Make(path, Array.Empty<byte>(), modified);

    /// <param name="modified">With one, nothing is replaced.</param>
    private static void Make(string path, byte[] content, DateTime? modified) =>
        TemporaryFiles.Publish(path, replaces: modified is null && File.Exists(path), made =>
        {
            using (var file = new FileStream(made, FileMode.CreateNew, FileAccess.Write, FileShare.None))
            {
                file.Write(content, 0, content.Length);
            }

            if (modified is { } time)
            {
                File.SetLastWriteTimeUtc(made, time);
            }
        });
}
