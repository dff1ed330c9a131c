namespace CopyOnWrite.Tests.Windows;

/// <summary>That the model clones what is on the disk and not what is in memory, and keeps integrity settings apart.</summary>
[TestClass]
public sealed unsafe class RefsModelDataTests : ModelTests
{
    private const uint ShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    private const uint FILE_FLAG_NO_BUFFERING = 0x20000000;
    private const int Cluster = 4096;

    [TestInitialize]
    public void NowIsNow() => Model.Ahead = 0;

    [TestMethod]
    [DataRow(0u, DisplayName = "read through the cache")]
    [DataRow(FILE_FLAG_NO_BUFFERING, DisplayName = "read unbuffered")]
    public void AJustWrittenSourceReadsAsZerosInItsClone(uint flags)
    {
        string source = Source(3 * Cluster);

        byte[] clone = Clone(source, flags);

        AssertIsZero(clone, 0, clone.Length);
        Assert.HasCount(3 * Cluster, clone);
    }

    [TestMethod]
    public void ASourceThatIsFlushedWhileOthersHaveItOpenDoesNot()
    {
        string source = Source(3 * Cluster);
        Assert.AreEqual(0, Model.CreateFile(source, GENERIC_READ, ShareAll, OPEN_EXISTING, 0, out nint reader));

        Assert.AreEqual(0, Flush(source, GENERIC_WRITE));

        Model.CloseHandle(reader);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), Clone(source));
    }

    [TestMethod]
    [DataRow(GENERIC_READ)]
    [DataRow(FILE_READ_ATTRIBUTES | DELETE)]
    public void AHandleThatMayNotWriteFlushesNothing(uint access)
    {
        string source = Source(Cluster);

        Assert.AreEqual(ERROR_ACCESS_DENIED, Flush(source, access));

        AssertIsZero(Clone(source), 0, Cluster);
    }

    [TestMethod]
    public void WhatWasWrittenLongAgoByTheModelsClockIsOnTheDisk()
    {
        string source = Source(Cluster);

        Model.Ahead = TimeSpan.TicksPerHour;

        CollectionAssert.AreEqual(File.ReadAllBytes(source), Clone(source));
    }

    [TestMethod]
    public void WhatIsWrittenAgainIsDirtyAgain()
    {
        string source = Source(Cluster);
        Assert.AreEqual(0, Flush(source, GENERIC_WRITE));

        // The same length and write time as before; the time of the change goes by the kernel's tick.
        long before = FileStatus.Of(source).Changed;
        do
        {
            Source(Cluster);
        }
        while (FileStatus.Of(source).Changed == before);

        Assert.IsTrue(Model.FileAt(source).IsDirty, source);
        AssertIsZero(Clone(source), 0, Cluster);
    }

    [TestMethod]
    public void OnlyTheClustersThatWereWrittenAreDirty()
    {
        string source = Source(3 * Cluster);
        Assert.AreEqual(0, Flush(source, GENERIC_WRITE));
        byte[] content = File.ReadAllBytes(source);
        Assert.AreEqual(0, Model.CreateFile(source, GENERIC_READ | GENERIC_WRITE, ShareAll, OPEN_EXISTING, 0, out nint writer));
        fixed (byte* bytes = content)
        {
            Assert.AreEqual(0, Model.WriteFile(writer, bytes, 100, out _));
        }

        Model.CloseHandle(writer);

        byte[] clone = Clone(source);

        AssertIsZero(clone, 0, Cluster);
        CollectionAssert.AreEqual(content[Cluster..], clone[Cluster..]);
    }

    [TestMethod]
    public void ACloneIsCleanAndACopyIsNot()
    {
        string source = Source(3 * Cluster);
        Assert.AreEqual(0, Flush(source, GENERIC_WRITE));
        Clone(source);
        Assert.AreEqual(0, Model.CopyFile(source, PathOf("copy")));

        Assert.IsFalse(Model.FileAt(PathOf("clone")).IsDirty, "clone");
        Assert.IsTrue(Model.FileAt(PathOf("copy")).IsDirty, "copy");
        CollectionAssert.AreEqual(File.ReadAllBytes(source), Clone(PathOf("clone"), name: "clone of the clone"));
    }

    [TestMethod]
    public void ACopyOfASystemThatClonesIsCleanAndRight()
    {
        string source = Source(3 * Cluster);
        Model.Build = 26100;

        Assert.AreEqual(0, Model.CopyFile(source, PathOf("copy")));

        Assert.AreEqual(3 * Cluster, Model.BytesInCommon(source, PathOf("copy")));
        Assert.IsFalse(Model.FileAt(PathOf("copy")).IsDirty, "copy");
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(PathOf("copy")));
    }

    [TestMethod]
    public void ACloneOfADirtySourceStaysZeroWhenTheSourceIsFlushed()
    {
        string source = Source(Cluster);
        Clone(source);

        Assert.AreEqual(0, Flush(source, GENERIC_WRITE));

        Assert.AreEqual(0, Model.BytesInCommon(source, PathOf("clone")));
        AssertIsZero(File.ReadAllBytes(PathOf("clone")), 0, Cluster);
    }

    [TestMethod]
    public void AFileMayHaveLessOnItsVolumeThanItsLength()
    {
        string source = Source(3 * Cluster);
        Model.FileAt(source).SmallerAllocation = Cluster;
        Assert.AreEqual(0, Model.CreateFile(source, FILE_READ_ATTRIBUTES, ShareAll, OPEN_EXISTING, 0, out nint looker));
        Assert.AreEqual(0, Model.GetNetworkOpenInformation(looker, out FILE_NETWORK_OPEN_INFORMATION found));
        Model.CloseHandle(looker);

        Assert.AreEqual((Cluster, 3 * Cluster), (found.AllocationSize, found.EndOfFile));
        Clone(source, expected: ERROR_NOT_SUPPORTED);
    }

    [TestMethod]
    [DataRow(2, 1u, 0, DisplayName = "checksums, not enforced")]
    [DataRow(2, 0u, 0, DisplayName = "checksums")]
    [DataRow(0, 0u, 0, DisplayName = "none")]
    [DataRow(0, 1u, ERROR_INVALID_PARAMETER, DisplayName = "none, not enforced")]
    [DataRow(2, 2u, ERROR_INVALID_PARAMETER, DisplayName = "another flag")]
    [DataRow(7, 0u, ERROR_INVALID_PARAMETER, DisplayName = "another algorithm")]
    public void IntegritySettingsThatThereAreNotAreRefused(int algorithm, uint flags, int expected)
    {
        Assert.AreEqual(0, Model.CreateFile(PathOf("file"), GENERIC_READ | GENERIC_WRITE, 0, CREATE_NEW, 0, out nint file));
        var wanted = new FSCTL_SET_INTEGRITY_INFORMATION_BUFFER { ChecksumAlgorithm = (ushort)algorithm, Flags = flags };

        Assert.AreEqual(
            expected,
            Model.DeviceIoControl(file, FSCTL_SET_INTEGRITY_INFORMATION, &wanted, sizeof(FSCTL_SET_INTEGRITY_INFORMATION_BUFFER), null, 0));

        FSCTL_GET_INTEGRITY_INFORMATION_BUFFER found;
        Assert.AreEqual(
            0,
            Model.DeviceIoControl(file, FSCTL_GET_INTEGRITY_INFORMATION, null, 0, &found, sizeof(FSCTL_GET_INTEGRITY_INFORMATION_BUFFER)));
        Assert.AreEqual(expected == 0 ? (algorithm, flags) : (0, 0u), (found.ChecksumAlgorithm, found.Flags));
        Model.CloseHandle(file);
    }

    private int Flush(string path, uint access)
    {
        Assert.AreEqual(0, Model.CreateFile(path, access, ShareAll, OPEN_EXISTING, 0, out nint handle));
        int error = Model.FlushFileBuffers(handle);
        Model.CloseHandle(handle);
        return error;
    }

    /// <summary>The whole file, in one region.</summary>
    private byte[] Clone(string source, uint flags = 0, string name = "clone", int expected = 0)
    {
        long length = new FileInfo(source).Length;
        Assert.AreEqual(0, Model.CreateFile(source, GENERIC_READ, FILE_SHARE_READ, OPEN_EXISTING, flags, out nint from));
        Assert.AreEqual(0, Model.CreateFile(PathOf(name), GENERIC_READ | GENERIC_WRITE, 0, CREATE_NEW, 0, out nint to));
        Assert.AreEqual(0, Model.SetFileInformation(to, FileEndOfFileInfo, &length, sizeof(long)));
        var region = new DUPLICATE_EXTENTS_DATA { FileHandle = from, ByteCount = (length + Cluster - 1) / Cluster * Cluster };
        Assert.AreEqual(
            expected, Model.DeviceIoControl(to, FSCTL_DUPLICATE_EXTENTS_TO_FILE, &region, sizeof(DUPLICATE_EXTENTS_DATA), null, 0));
        Model.CloseHandle(from);
        Model.CloseHandle(to);
        return File.ReadAllBytes(PathOf(name));
    }

    private static void AssertIsZero(byte[] content, int from, int to) =>
        Assert.IsFalse(
            content.AsSpan(from, to - from).ContainsAnyExcept((byte)0),
            $"From {from} to {to} there is {Convert.ToHexString(content.AsSpan(from, 16))}...");
}
