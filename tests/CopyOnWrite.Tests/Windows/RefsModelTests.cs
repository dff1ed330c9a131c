namespace CopyOnWrite.Tests.Windows;

/// <summary>That the model refuses what ReFS would refuse: a strategy is proved by it only as far as it is strict.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed unsafe class RefsModelTests : ModelTests
{
    private const uint ReadWriteDelete = GENERIC_READ | GENERIC_WRITE | DELETE;
    private const long Cluster = 4096;

    private nint _source;
    private nint _target;

    [TestMethod]
    [DataRow(0L, 0L, 2 * Cluster, 0, DisplayName = "whole clusters")]
    [DataRow(0L, Cluster, Cluster, 0, DisplayName = "to another place")]
    [DataRow(1L, 0L, Cluster, ERROR_INVALID_PARAMETER, DisplayName = "source offset within a cluster")]
    [DataRow(0L, 512L, Cluster, ERROR_INVALID_PARAMETER, DisplayName = "target offset within a cluster")]
    [DataRow(0L, 0L, 5000L, ERROR_INVALID_PARAMETER, DisplayName = "length within a cluster")]
    [DataRow(0L, 0L, 0L, ERROR_INVALID_PARAMETER, DisplayName = "nothing")]
    [DataRow(0L, 0L, 1L << 32, ERROR_INVALID_PARAMETER, DisplayName = "4 GiB")]
    [DataRow(0L, 0L, 4 * Cluster, ERROR_NOT_SUPPORTED, DisplayName = "beyond the end")]
    [DataRow(2 * Cluster, 0L, 2 * Cluster, ERROR_NOT_SUPPORTED, DisplayName = "beyond the source's end")]
    [DataRow(0L, 2 * Cluster, 2 * Cluster, ERROR_NOT_SUPPORTED, DisplayName = "beyond the target's end")]
    public void ARegionIsInWholeClustersWithinBothFiles(long from, long to, long count, int expected)
    {
        Open();
        Assert.AreEqual(expected, Duplicate(from, to, count));
        Close();
    }

    [TestMethod]
    public void ASparseSourceNeedsASparseTarget()
    {
        Open();
        Model.FileAt(PathOf("source")).IsSparse = true;
        Assert.AreEqual(ERROR_NOT_SUPPORTED, Duplicate(0, 0, Cluster));
        Assert.AreEqual(0, Model.DeviceIoControl(_target, FSCTL_SET_SPARSE, null, 0, null, 0));
        Assert.AreEqual(0, Duplicate(0, 0, Cluster));
        Close();
    }

    [TestMethod]
    public void TheTargetNeedsWritingAndTheSourceReading()
    {
        Open(targetAccess: GENERIC_READ);
        Assert.AreEqual(ERROR_ACCESS_DENIED, Duplicate(0, 0, Cluster));
        long length = 1;
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.SetFileInformation(_target, FileEndOfFileInfo, &length, sizeof(long)));
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.DeviceIoControl(_target, FSCTL_SET_SPARSE, null, 0, null, 0));
        byte delete = 1;
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.SetFileInformation(_target, FileDispositionInfo, &delete, 1));
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.Rename(_target, PathOf("renamed"), replace: true, posix: true));
        Close();
    }

    [TestMethod]
    [DataRow(GENERIC_WRITE, ShareAll, GENERIC_READ, ShareAll, 0)]
    [DataRow(GENERIC_WRITE, ShareAll, GENERIC_READ, FILE_SHARE_READ, ERROR_SHARING_VIOLATION)]
    [DataRow(GENERIC_READ, 0u, GENERIC_READ, ShareAll, ERROR_SHARING_VIOLATION)]
    [DataRow(DELETE, FILE_SHARE_READ, GENERIC_READ, ShareAll, 0)]
    [DataRow(DELETE, FILE_SHARE_READ, DELETE, ShareAll, ERROR_SHARING_VIOLATION)]
    [DataRow(GENERIC_READ, FILE_SHARE_READ, GENERIC_READ, FILE_SHARE_READ, 0)]
    [DataRow(GENERIC_READ, FILE_SHARE_READ, GENERIC_READ, 0u, ERROR_SHARING_VIOLATION)]
    [DataRow(GENERIC_READ, FILE_SHARE_READ, GENERIC_WRITE, FILE_SHARE_READ, ERROR_SHARING_VIOLATION)]
    [DataRow(GENERIC_READ, 0u, FILE_READ_ATTRIBUTES, 0u, 0)]
    public void ASecondHandleIsRefusedForWhatEitherDoesNotShare(uint access, uint share, uint other, uint otherShare, int expected)
    {
        string path = Files.Write(PathOf("file"), 100);
        Assert.AreEqual(0, Model.CreateFile(path, access, share, OPEN_EXISTING, 0, out nint first));
        Assert.AreEqual(expected, Model.CreateFile(path, other, otherShare, OPEN_EXISTING, 0, out nint second));
        if (access != GENERIC_READ || share == 0)
        {
            Assert.ThrowsExactly<IOException>(() => File.ReadAllBytes(path), "another program, which shares reading only");
        }

        Model.CloseHandle(first);
        if (expected == 0)
        {
            Model.CloseHandle(second);
        }
    }

    /// <summary>The model clones what is on the disk and not what is in memory.</summary>
    [TestMethod]
    [DataRow(GENERIC_READ)]
    [DataRow(FILE_READ_ATTRIBUTES | DELETE)]
    public void AJustWrittenSourceReadsAsZerosInItsCloneAndAHandleThatMayNotWriteFlushesNothing(uint access)
    {
        Model.Ahead = 0;
        Open();
        Model.CloseHandle(_source);
        nint handle = Open(PathOf("source"), access);
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.FlushFileBuffers(handle));
        Model.CloseHandle(handle);

        _source = Open(PathOf("source"), GENERIC_READ, FILE_SHARE_READ);
        Assert.AreEqual(0, Duplicate(0, 0, 2 * Cluster));
        Close();
        CollectionAssert.AreEqual(new byte[2 * Cluster], File.ReadAllBytes(PathOf("target"))[..(int)(2 * Cluster)]);
    }

    private void Open(long length = (2 * Cluster) + 100, uint targetAccess = ReadWriteDelete)
    {
        string source = Files.Write(PathOf("source"), (int)(2 * Cluster) + 100);
        Assert.AreEqual(0, Model.CreateFile(source, GENERIC_READ, FILE_SHARE_READ, OPEN_EXISTING, 0, out _source));
        Assert.AreEqual(0, Model.CreateFile(PathOf("target"), ReadWriteDelete, 0, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, out _target));
        Assert.AreEqual(0, Model.SetFileInformation(_target, FileEndOfFileInfo, &length, sizeof(long)));
        if (targetAccess != ReadWriteDelete)
        {
            Model.CloseHandle(_target);
            Assert.AreEqual(0, Model.CreateFile(PathOf("target"), targetAccess, FILE_SHARE_READ, OPEN_EXISTING, 0, out _target));
        }
    }

    private void Close()
    {
        Model.CloseHandle(_source);
        Model.CloseHandle(_target);
    }

    private int Duplicate(long from, long to, long count)
    {
        var region = new DUPLICATE_EXTENTS_DATA { FileHandle = _source, SourceFileOffset = from, TargetFileOffset = to, ByteCount = count };
        return Model.DeviceIoControl(_target, FSCTL_DUPLICATE_EXTENTS_TO_FILE, &region, sizeof(DUPLICATE_EXTENTS_DATA), null, 0);
    }
}
