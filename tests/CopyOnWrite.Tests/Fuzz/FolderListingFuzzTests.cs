namespace CopyOnWrite.Tests.Fuzz;

/// <summary>Replies of getdents64(2), and paths on their way to the kernel.</summary>
[TestClass]
public sealed class FolderListingFuzzTests
{
    private const int NoFolder = -1;

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void AReplyIsReadToItsEndAndNoFurther()
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Inconclusive("The kinds that are not in a reply are asked of Linux.");
        }

        Fuzzer.Bytes(
            [
                Reply(("a", 8), ("folder", 4), ("..", 4)),
                Reply(("größe", 10), ("of-no-kind", 0)),
                Reply(("\n", 8), (new string('x', 255), 8)),
            ],
            IsTaken,
            few: 10_000);
    }

    [TestMethod]
    [DataRow(0, DisplayName = "a length of zero, which would be read endlessly")]
    [DataRow(18, DisplayName = "a length without a name")]
    [DataRow(25, DisplayName = "a length beyond the end")]
    public void AnEntryWithAWrongLengthEndsTheReading(int length)
    {
        byte[] reply = Reply(("name", 8));
        reply[16] = (byte)length;
        Assert.IsFalse(TryTake(reply, out List<FolderEntry> entries));
        Assert.IsEmpty(entries);
    }

    [TestMethod]
    public void ANameWithoutAnEndEndsTheReading()
    {
        byte[] reply = Reply(("name", 8));
        reply.AsSpan(19).Fill((byte)'x');
        Assert.IsFalse(TryTake(reply, out _));
    }

    [TestMethod]
    [TestCategory(Fuzzer.Category)]
    public void APathIsEncodedWholeOrNotAtAll() =>
        Fuzzer.Text(["/a/b", "/größe/" + new string('\u20ac', 1300), new string('/', 4000), "/\U0001F600"], IsEncoded, few: 10_000);

    private static bool IsTaken(byte[] reply)
    {
        bool taken = TryTake(reply, out List<FolderEntry> entries);
        Assert.IsLessThanOrEqualTo(reply.Length, entries.Sum(entry => entry.Name.Length));
        return taken;
    }

    private static unsafe bool TryTake(byte[] reply, out List<FolderEntry> entries)
    {
        entries = [];
        fixed (byte* start = reply)
        {
            return FolderListing.TryTake(NoFolder, start, reply.Length, entries);
        }
    }

    private static bool IsEncoded(string path)
    {
        byte[] buffer = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(path, buffer))
        {
            return false;
        }

        int end = Array.IndexOf(buffer, (byte)0);
        Assert.AreEqual(Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(path)), Encoding.UTF8.GetString(buffer, 0, end));
        return true;
    }

    /// <summary>struct linux_dirent64: inode, offset, length, kind, name and its zero, up to a boundary of eight.</summary>
    private static byte[] Reply(params (string Name, byte Kind)[] entries)
    {
        using var reply = new MemoryStream();
        foreach ((string name, byte kind) in entries)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(name);
            byte[] entry = new byte[(19 + bytes.Length + 1 + 7) / 8 * 8];
            entry[0] = 1;
            entry[8] = 1;
            BitConverter.TryWriteBytes(entry.AsSpan(16), (ushort)entry.Length);
            entry[18] = kind;
            bytes.CopyTo(entry, 19);
            reply.Write(entry);
        }

        return reply.ToArray();
    }
}
