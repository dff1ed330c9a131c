namespace CopyOnWrite.Torture.Scenes;

/// <summary>
/// Files to copy from, made once on each volume and never written to again: sizes that are cloned, that are too small for the cache, and
/// none at all. They have been left alone for so long that they are cached, and are on the disk, so that they are cloned.
/// </summary>
internal static class Sources
{
    internal static readonly IReadOnlyDictionary<string, int> Lengths = new Dictionary<string, int>
    {
        ["large.bin"] = 200_000, ["block.bin"] = 131_072, ["small.txt"] = 300, ["empty.txt"] = 0, ["folder/inner.bin"] = 70_000,
    };

    // A change time two seconds old is still too new, and the cache counts whole seconds.
    private static readonly TimeSpan s_settled = TimeSpan.FromSeconds(3.5);

    private const int Pieces = 4096;

    /// <summary>
    /// A file that was just written: every second piece is on the disk before the others, which are not, so that each is an extent.
    /// </summary>
    /// <param name="length">A multiple of 16 MiB, so that a piece is of whole blocks.</param>
    internal static void MakeOfExtents(string path, long length)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        byte[] piece = new byte[length / Pieces];
        new Random(1).NextBytes(piece);
        using (FileStream file = File.Create(path))
        {
            for (int first = 0; first <= 1; first++)
            {
                file.Flush(flushToDisk: true);
                for (long at = first * piece.Length; at < length; at += 2 * piece.Length)
                {
                    RandomAccess.Write(file.SafeFileHandle, piece, at);
                }
            }
        }

        File.SetLastWriteTimeUtc(path, new DateTime(2026, 1, 1, 10, 0, 0, DateTimeKind.Utc));
    }

    internal static void Make(IEnumerable<string> folders)
    {
        string? last = null;
        foreach (string folder in folders)
        {
            int number = 0;
            foreach ((string name, int length) in Lengths)
            {
                last = Path.Combine(folder, name);
                Directory.CreateDirectory(Path.GetDirectoryName(last)!);
                byte[] content = new byte[length];
                new Random(++number).NextBytes(content);
                using (FileStream file = File.Create(last))
                {
                    file.Write(content);
                    file.Flush(flushToDisk: true);
                }

                File.SetLastWriteTimeUtc(last, new DateTime(2026, 1, number, 10, 0, 0, DateTimeKind.Utc).AddTicks(1_234_567));
            }
        }

        while (last is not null
            && DateTime.UtcNow - DateTime.UnixEpoch.AddTicks(FileStatus.Of(last).Changed / TimeSpan.NanosecondsPerTick) < s_settled)
        {
            Thread.Sleep(50);
        }
    }
}
