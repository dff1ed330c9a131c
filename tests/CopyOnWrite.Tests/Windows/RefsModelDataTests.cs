namespace CopyOnWrite.Tests.Windows;

/// <summary>That the model clones what is on the disk and not what is in memory.</summary>
[TestClass]
public sealed unsafe class RefsModelDataTests : ModelTests
{
    private const int Cluster = 4096;

    [TestInitialize]
    public void NowIsNow() => Model.Ahead = 0;

    [TestMethod]
    public void AJustWrittenSourceReadsAsZerosInItsClone() =>
        CollectionAssert.AreEqual(new byte[3 * Cluster], Clone(Source(3 * Cluster)));

    [TestMethod]
    [DataRow(GENERIC_READ)]
    [DataRow(FILE_READ_ATTRIBUTES | DELETE)]
    public void AHandleThatMayNotWriteFlushesNothing(uint access)
    {
        string source = Source(Cluster);

        Assert.AreEqual(0, Model.CreateFile(source, access, FILE_SHARE_READ, OPEN_EXISTING, 0, out nint handle));
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.FlushFileBuffers(handle));
        Model.CloseHandle(handle);

        CollectionAssert.AreEqual(new byte[Cluster], Clone(source));
    }

    /// <summary>The whole file, in one region.</summary>
    private byte[] Clone(string source)
    {
        long length = new FileInfo(source).Length;
        Assert.AreEqual(0, Model.CreateFile(source, GENERIC_READ, FILE_SHARE_READ, OPEN_EXISTING, 0, out nint from));
        Assert.AreEqual(0, Model.CreateFile(PathOf("clone"), GENERIC_READ | GENERIC_WRITE, 0, CREATE_NEW, 0, out nint to));
        Assert.AreEqual(0, Model.SetFileInformation(to, FileEndOfFileInfo, &length, sizeof(long)));
        var region = new DUPLICATE_EXTENTS_DATA { FileHandle = from, ByteCount = length };
        Assert.AreEqual(0, Model.DeviceIoControl(to, FSCTL_DUPLICATE_EXTENTS_TO_FILE, &region, sizeof(DUPLICATE_EXTENTS_DATA), null, 0));
        Model.CloseHandle(from);
        Model.CloseHandle(to);
        return File.ReadAllBytes(PathOf("clone"));
    }
}
