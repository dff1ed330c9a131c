namespace CopyOnWrite.Tests.Stress;

/// <param name="Length">How many bytes in a row are wrong from there on.</param>
internal readonly record struct WrongBytes(long Offset, long Length, byte First);

/// <summary>Content unlike zeros and unlike another file's blocks: no byte is zero, and each word depends on file and place.</summary>
internal static class FilePattern
{
    private const ulong NoZeros = 0x0101010101010101;

    internal static void Fill(Span<byte> content, int file)
    {
        for (int at = 0; at < content.Length; at++)
        {
            content[at] = ByteAt(file, at);
        }
    }

    /// <summary>Null when all of the content is the file's.</summary>
    internal static WrongBytes? Check(ReadOnlySpan<byte> content, int file)
    {
        int from = 0;
        while (from < content.Length && content[from] == ByteAt(file, from))
        {
            from++;
        }

        int to = from;
        while (to < content.Length && content[to] != ByteAt(file, to))
        {
            to++;
        }

        return from == content.Length ? null : new WrongBytes(from, to - from, content[from]);
    }

    private static byte ByteAt(int file, int at)
    {
        // The mixing step of SplitMix64.
        ulong word = ((ulong)file << 32) + (ulong)(at / sizeof(ulong)) + 1;
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
        return (byte)(((word ^ (word >> 31)) | NoZeros) >> (at % sizeof(ulong) * 8));
    }
}
