namespace CopyOnWrite.Tool.Tests;

/// <summary>
/// Replies of FSCTL_GET_RETRIEVAL_POINTERS and of the one with reference counts, laid out as winioctl.h has them: they did not come from
/// Windows.
/// </summary>
[TestClass]
public sealed class WindowsExtentsTests
{
    [TestMethod]
    public void ReferenceCountsAndHolesAreReadFromTheReply()
    {
        using var reply = new MemoryStream();
        using var writer = new BinaryWriter(reply);
        writer.Write(3u);
        writer.Write(0u);       // Alignment.
        writer.Write(2L);       // It begins at cluster 2.
        Write(writer, nextVcn: 4, lcn: 100, references: 3);
        Write(writer, nextVcn: 6, lcn: -1, references: 0);
        Write(writer, nextVcn: 7, lcn: 200, references: 1);
        var found = new List<Extent>();
        long? next = WindowsExtents.Parse(reply.ToArray(), 4096, counted: true, found);
        Assert.AreEqual(7, next);
        Assert.HasCount(2, found);
        Assert.AreEqual((2 * 4096L, 100 * 4096L, 2 * 4096L, true, 3), Fields(found[0]));
        Assert.AreEqual((6 * 4096L, 200 * 4096L, 4096L, false, 1), Fields(found[1]));
    }

    [TestMethod]
    public void PlacesWithoutCountsAreReadFromTheReply()
    {
        using var reply = new MemoryStream();
        using var writer = new BinaryWriter(reply);
        writer.Write(2u);
        writer.Write(0u);       // Alignment.
        writer.Write(0L);
        writer.Write(1L);
        writer.Write(-1L);      // A hole.
        writer.Write(3L);
        writer.Write(50L);
        var found = new List<Extent>();
        Assert.AreEqual(3, WindowsExtents.Parse(reply.ToArray(), 65536, counted: false, found));
        Assert.HasCount(1, found);
        Assert.AreEqual(
            (65536L, 50 * 65536L, 2 * 65536L, (int?)null), (found[0].Logical, found[0].Physical, found[0].Length, found[0].References));
    }

    private static (long Logical, long Physical, long Length, bool Shared, int References) Fields(Extent extent) =>
        (extent.Logical, extent.Physical, extent.Length, extent.IsShared, extent.References!.Value);

    private static void Write(BinaryWriter writer, long nextVcn, long lcn, uint references)
    {
        writer.Write(nextVcn);
        writer.Write(lcn);
        writer.Write(references);
        writer.Write(0u);       // Alignment.
    }
}
