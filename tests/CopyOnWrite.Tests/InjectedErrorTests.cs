namespace CopyOnWrite.Tests;

/// <summary>Answers of the system that no volume here gives on request.</summary>
[TestClass]
[DoNotParallelize]
[OSCondition(OperatingSystems.Linux)]
public sealed class InjectedErrorTests
{
    private const int FilesUntilAPairIsGivenUp = 40;

    private readonly LinuxCloner _strategy = new(new Refusals());

    [TestMethod]
    [TestCategory("Slow")]
    [DataRow("ENOSPC", LinuxNative.ENOSPC)]
    [DataRow("EDQUOT", LinuxNative.EDQUOT)]
    public void WhatThereIsNoRoomToCloneIsCopiedAndTheNextIsCloned(string error, int number)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string source = Settled(volume);
        string destination = volume.PathOf("destination");

        for (int file = 0; file < FilesUntilAPairIsGivenUp; file += FilesUntilAPairIsGivenUp / 2)
        {
            using (InjectedErrors.Into("ioctl", error, destination))
            {
                for (int i = 0; i < FilesUntilAPairIsGivenUp / 2; i++)
                {
                    _strategy.Copy(source, destination).AssertIs(OutcomeKind.Copied, Reason.FileCannotBeCloned, number);
                    CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
                    File.Delete(destination);
                }
            }
        }

        _strategy.Copy(source, destination).AssertIs(OutcomeKind.Cloned);
    }

    [TestMethod]
    public void AFewInterruptionsAreGoneThrough()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 50_000);
        string destination = volume.PathOf("destination");

        CopyWith("write", "EINTR:when=1..100", destination, source, destination).AssertIs(OutcomeKind.Copied);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
    }

    [TestMethod]
    [DataRow("EAGAIN")]
    [DataRow("EACCES")]
    public void ALockThatIsRefusedOnAFreshTemporaryFileLeavesNothing(string error)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        string beside = TemporaryFiles.NameOf(NativePath.Hash(Encoding.UTF8.GetBytes(destination + '\0')), 0);
        string temporary = Path.Combine(volume.Folder, beside);

        CloneOutcome outcome = CopyWith("fcntl", error, temporary, source, destination);

        // Under the next name it is not refused.
        outcome.AssertIs(OutcomeKind.Copied);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
        CollectionAssert.AreEquivalent(new[] { source, destination }, Directory.GetFileSystemEntries(volume.Folder));
    }

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    [DataRow("plain")]
    public void AReplacedFileHasNoOtherNameThatWouldHaveToBeRemoved(string name)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(name);
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        string beside = TemporaryFiles.NameOf(NativePath.Hash(Encoding.UTF8.GetBytes(destination + '\0')), 0);
        string temporary = Path.Combine(volume.Folder, beside);

        CloneOutcome outcome = CopyWith("unlink,unlinkat", "EIO", temporary, source, destination);

        Assert.AreNotEqual(OutcomeKind.NotHandled, outcome.Kind, outcome.ToString());
        CollectionAssert.AreEquivalent(new[] { source, destination }, Directory.GetFileSystemEntries(volume.Folder));
    }

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("plain")]
    public void AFileWhoseTimesCannotBeSetDoesNotReplaceTheOldOne(string name)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(name);
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        byte[] old = File.ReadAllBytes(destination);
        string beside = TemporaryFiles.NameOf(NativePath.Hash(Encoding.UTF8.GetBytes(destination + '\0')), 0);
        string temporary = Path.Combine(volume.Folder, beside);

        CloneOutcome outcome = CopyWith("utimensat", "EIO", temporary, source, destination);

        outcome.AssertIs(OutcomeKind.NotHandled, Reason.InputOutputError, LinuxNative.EIO);
        CollectionAssert.AreEqual(old, File.ReadAllBytes(destination));
        CollectionAssert.AreEquivalent(new[] { source, destination }, Directory.GetFileSystemEntries(volume.Folder));
    }

    [TestMethod]
    [DataRow("EIO", Reason.None)]
    [DataRow("ENOMEM", Reason.None)]
    [DataRow("EPERM", Reason.None)]
    [DataRow("ENOTTY", Reason.VolumeCannotClone)]
    internal void TheCacheRemembersThatAVolumeCannotCloneOnlyIfTheErrorMeansIt(string error, Reason remembered)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        string path = volume.PathOf("destination");
        using SafeFileHandle file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.ReadWrite);
        var destination = new CacheDestination(1, file.DangerousGetHandle());

        using (InjectedErrors.Into("ioctl", error, path))
        {
            Assert.AreEqual(CacheProblem.CannotClone, _strategy.CacheSystem!.CanShareBlocks(volume.Folder, destination, out _));
        }

        Assert.AreEqual(remembered, _strategy.CacheSystem!.WhyNot(1, destination));
    }

    /// <summary>Of a file system (FAT: 4 GiB) or a limit of the process: no cache that is emptied helps.</summary>
    [TestMethod]
    public void AFileThatIsTooLargeForItsFileSystemIsNotAFullVolume()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = volume.PathOf("destination");

        CopyWith("write", "EFBIG", destination, source, destination).AssertIs(
            OutcomeKind.NotHandled, Reason.OtherError, LinuxNative.EFBIG);

        // What .NET throws for it, where the library promises an IOException.
        var thrown = new FileOutcome(default, FileSteps.None, new ArgumentOutOfRangeException());
        Assert.IsInstanceOfType<IOException>(LibraryCopies.ErrorOf(thrown, source, destination));
        CollectionAssert.AreEqual(new[] { source }, Directory.GetFileSystemEntries(volume.Folder));
    }

    [TestMethod]
    public void TheProcessThatLocksAFreshFileIsLeftToRemoveIt()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("plain");
        string path = volume.PathOf("fresh");
        using FileStream locked = Files.MakeLocked(path);
        int fresh = (int)Files.OpenForWriting(path);

        Assert.IsFalse(LockedTempFile.TryHold(LinuxNative.AT_FDCWD, Encoding.UTF8.GetBytes(path + '\0'), fresh));

        _ = LinuxNative.close(fresh);
        Assert.IsTrue(File.Exists(path), "Who has the lock would remove whatever has the name by then.");
    }

    private CloneOutcome CopyWith(string calls, string error, string path, string source, string destination)
    {
        using InjectedErrors _ = InjectedErrors.Into(calls, error, path);
        return _strategy.Copy(source, destination);
    }

    /// <summary>Flushed to the disk, or it would be copied.</summary>
    private static string Settled(VolumeUnderTest volume) => SettledFiles.Settle(Files.Write(volume.PathOf("source"), 400_000));
}
