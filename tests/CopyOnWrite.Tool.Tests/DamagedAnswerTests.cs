namespace CopyOnWrite.Tool.Tests;

/// <summary>Answers of systems with odd names in them, or that no system should give; most were found by the fuzz tests.</summary>
[TestClass]
public sealed class DamagedAnswerTests
{
    private const int EIO = 5;

    [TestMethod]
    [DataRow(@"with\040space", "with space")]
    [DataRow(@"with\012line", "with\nline")]
    [DataRow(@"with\134backslash", @"with\backslash")]
    [DataRow(@"with\134040", @"with\040")]
    [DataRow("with\rreturn", "with\rreturn")]
    [DataRow("größe", "größe")]
    public void AMountPointIsReadAsItIsNamed(string written, string name)
    {
        Mount mount = Mount.Parse($"47 30 0:41 / /mnt/{written} rw,noatime shared:9 master:2 - btrfs /dev/loop{written} rw\n").Single();
        Assert.AreEqual(
            ($"/mnt/{name}", $"/dev/loop{name}", "btrfs", "rw,noatime;rw"), (mount.Point, mount.Source, mount.FileSystem, mount.Options));
        Assert.AreEqual(mount, Mount.Of($"/mnt/{name}/file", [mount]));
    }

    [TestMethod]
    [DataRow("")]
    [DataRow("47 30 0:41 / /mnt/a")]
    [DataRow("47 30 0:41 / /mnt/a rw -")]
    [DataRow("47 30 0:41 / /mnt/a rw - btrfs /dev/loop0")]
    [DataRow("47 30 0:41 / - rw btrfs /dev/loop0 rw")]
    public void ALineThatIsNoMountIsPassedOver(string line) =>
        Assert.AreEqual("/", Mount.Parse($"{line}\n30 1 8:1 / / rw - ext4 /dev/sda1 rw\n").Single().Point);

    [TestMethod]
    public void ExtentsThatComeAgainOrHaveNoLengthEndTheAsking()
    {
        CollectionAssert.AreEqual(
            new[] { new Extent(0, 4096, 4096, 0) }, Found(0, (0, 4096, 4096), (2048, 8192, 4096)), "No byte counts twice.");
        Assert.IsEmpty(Found(0, (0, 4096, 0)));
    }

    [TestMethod]
    [DataRow(0, 0, -1)]
    [DataRow(-1, 0, 1)]
    [DataRow(4096, 0, long.MaxValue)]
    [DataRow(0, long.MaxValue, 1)]
    public void AnExtentThatLiesNowhereIsAnErrorOfTheDevice(long logical, long physical, long length) =>
        Assert.IsEmpty(Found(EIO, (logical, physical, length)));

    [TestMethod]
    public void AnAnswerOfMoreExtentsThanWereAskedForIsReadToItsEnd() => Assert.IsEmpty(Found(0, reply =>
    {
        reply.AsSpan(32).Clear();
        MemoryMarshal.Write(reply.AsSpan(SystemAnswers.MappedOffset), uint.MaxValue);
    }));

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void PlacesHolesAndCountsAreReadFromTheReplyOfWindows(bool counted)
    {
        byte[] reply = SystemAnswers.Pointers(counted, (4, 100, 3), (6, -1, 0), (7, 200, 1));
        var found = new List<Extent>();
        Assert.AreEqual(7, WindowsExtents.Parse(reply, 4096, counted, found));
        uint shared = counted ? Extent.Shared : 0;
        CollectionAssert.AreEqual(
            new[] { new Extent(2 * 4096, 100 * 4096, 2 * 4096, shared), new Extent(6 * 4096, 200 * 4096, 4096, 0) }, found);
    }

    [TestMethod]
    [DataRow(1L, 0L, 0L, 5L, 16, DisplayName = "shorter than its extents")]
    [DataRow(1L << 30, 0L, 4L, 5L, 32, DisplayName = "of more extents than it has")]
    [DataRow(1L, -1L, 4L, 5L, 32, DisplayName = "before the file")]
    [DataRow(1L, 4L, 4L, 5L, 32, DisplayName = "of no clusters")]
    [DataRow(1L, 0L, long.MaxValue, 5L, 32, DisplayName = "beyond any file")]
    [DataRow(1L, 0L, 4L, long.MaxValue, 32, DisplayName = "beyond any volume")]
    public void ARetrievalPointerThatLeadsNowhereMakesTheAnswerNone(long count, long start, long next, long lcn, int length)
    {
        byte[] reply = [.. new[] { count, start, next, lcn }.SelectMany(BitConverter.GetBytes)];
        var found = new List<Extent>();
        Assert.IsNull(WindowsExtents.Parse(reply.AsSpan(0, length), 4096, counted: false, found));
        Assert.IsEmpty(found);
    }

    private static List<Extent> Found(int errno, params (long Logical, long Physical, long Length)[] extents) => Found(
        errno, reply => SystemAnswers.Fiemap([.. extents.Select(one => (one.Logical, one.Physical, one.Length, 0U))]).CopyTo(reply, 0));

    /// <summary>Gives the same answer to each question, of which there are few.</summary>
    private static List<Extent> Found(int errno, Action<byte[]> answer)
    {
        int questions = 0;
        var found = new List<Extent>();
        Assert.AreEqual(errno, Extents.ReadAll(
            reply =>
            {
                Assert.IsLessThan(3, questions++, "It is asked without end.");
                answer(reply);
                return 0;
            },
            found));
        return found;
    }
}
