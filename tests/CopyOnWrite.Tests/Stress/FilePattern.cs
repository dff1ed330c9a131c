namespace CopyOnWrite.Tests.Stress;

/// <param name="Length">How many bytes in a row are wrong from there on.</param>
internal readonly record struct WrongBytes(long Offset, long Length, byte First);

/// <summary>
/// Content that neither zeros nor another file's blocks pass for: it begins elsewhere in a long cycle for each file and each block of 4
/// KiB, and no byte of it is zero.
/// </summary>
internal static class FilePattern
{
    private const int Block = 4096;

    // Primes: files and blocks meet in one place of the cycle only far apart.
    private const int CycleLength = 65521;
    private const int StepOfAFile = 7919;
    private const int StepOfABlock = 4099;

    private static readonly byte[] s_cycle = MakeCycle();

    internal static void Fill(Span<byte> content, int file)
    {
        for (int at = 0; at < content.Length; at += Block)
        {
            ReadOnlySpan<byte> block = BlockOf(file, at / Block);
            block[..Math.Min(Block, content.Length - at)].CopyTo(content[at..]);
        }
    }

    /// <summary>Null when all of the content is the file's.</summary>
    internal static WrongBytes? Check(ReadOnlySpan<byte> content, int file)
    {
        for (int at = 0; at < content.Length; at += Block)
        {
            ReadOnlySpan<byte> there = content.Slice(at, Math.Min(Block, content.Length - at));
            int right = there.CommonPrefixLength(BlockOf(file, at / Block)[..there.Length]);
            if (right < there.Length)
            {
                return new WrongBytes(at + right, CountWrong(content, file, at + right), there[right]);
            }
        }

        return null;
    }

    private static int CountWrong(ReadOnlySpan<byte> content, int file, int from)
    {
        int at = from;
        while (at < content.Length && content[at] != BlockOf(file, at / Block)[at % Block])
        {
            at++;
        }

        return at - from;
    }

    private static ReadOnlySpan<byte> BlockOf(int file, int block)
    {
        long start = (((long)file * StepOfAFile) + ((long)block * StepOfABlock)) % CycleLength;
        return s_cycle.AsSpan((int)start, Block);
    }

    private static byte[] MakeCycle()
    {
        var random = new Random(1);
        var cycle = new byte[CycleLength + Block];
        for (int i = 0; i < CycleLength; i++)
        {
            cycle[i] = (byte)random.Next(1, 256);
        }

        cycle.AsSpan(0, Block).CopyTo(cycle.AsSpan(CycleLength));
        return cycle;
    }
}
