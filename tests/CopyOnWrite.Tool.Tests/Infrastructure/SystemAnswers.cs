namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>Answers of systems, laid out as their headers have them; none came from the system itself.</summary>
internal static class SystemAnswers
{
    internal const int MappedOffset = 20;

    private const int HeaderBytes = 32;

    internal static byte[] Fiemap(params (long Logical, long Physical, long Length, uint Flags)[] extents)
    {
        byte[] reply = new byte[HeaderBytes + (extents.Length * 56)];
        reply[MappedOffset] = (byte)extents.Length;
        for (int i = 0; i < extents.Length; i++)
        {
            Span<byte> extent = reply.AsSpan(HeaderBytes + (i * 56));
            MemoryMarshal.Write(extent, extents[i].Logical);
            MemoryMarshal.Write(extent[8..], extents[i].Physical);
            MemoryMarshal.Write(extent[16..], extents[i].Length);
            MemoryMarshal.Write(extent[40..], extents[i].Flags);
        }

        return reply;
    }

    internal static byte[] Pointers(bool counted, params (long NextVcn, long Lcn, uint References)[] extents)
    {
        using var reply = new MemoryStream();
        using var writer = new BinaryWriter(reply);
        writer.Write((long)extents.Length);
        writer.Write(2L);
        foreach ((long next, long lcn, uint references) in extents)
        {
            writer.Write(next);
            writer.Write(lcn);
            if (counted)
            {
                writer.Write((long)references);
            }
        }

        return reply.ToArray();
    }
}
