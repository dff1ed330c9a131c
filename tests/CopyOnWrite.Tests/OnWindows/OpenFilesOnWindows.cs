namespace CopyOnWrite.Tests.OnWindows;

/// <summary>Files that others read: on a Dev Drive, which has POSIX semantics, and on ReFS, which has them from Windows 11 on.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class OpenFilesOnWindows
{
    private readonly FlushingPlatform _platform = new(new Win32Calls());

    [TestMethod]
    [DataRow("Dev Drive", FileShare.ReadWrite | FileShare.Delete)]
    [DataRow("Dev Drive", FileShare.ReadWrite)]
    [DataRow("ReFS", FileShare.ReadWrite | FileShare.Delete)]
    public void ADestinationThatIsReadIsReplacedWhereItsReaderSharesDeletion(string volumeName, FileShare share)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        string source = Files.Write(volume.PathOf("source"), 9000);
        string destination = Files.Write(volume.PathOf("destination"), 7000);
        byte[] old = File.ReadAllBytes(destination);
        using FileStream reader = File.Open(destination, System.IO.FileMode.Open, FileAccess.Read, share);
        bool isReplaced = RenamesByPosix(reader, volumeName) && share.HasFlag(FileShare.Delete);

        CloneOutcome outcome = _platform.Copy(source, destination);

        Assert.AreEqual(isReplaced, outcome.Kind != OutcomeKind.NotHandled, outcome.ToString());
        var read = new byte[old.Length];
        reader.ReadExactly(read);
        CollectionAssert.AreEqual(old, read, "The reader has the file that it opened.");
        CollectionAssert.AreEqual(isReplaced ? File.ReadAllBytes(source) : old, File.ReadAllBytes(destination));
        Assert.IsEmpty(Directory.GetFiles(volume.Folder, ".cow-*"));
    }

    private bool RenamesByPosix(FileStream file, string volumeName)
    {
        bool does = _platform.Volumes.Of(file.SafeFileHandle.DangerousGetHandle())!.RenamesByPosix;
        Assert.IsTrue(does || volumeName != "Dev Drive", "Each Dev Drive has FILE_SUPPORTS_POSIX_UNLINK_RENAME.");
        return does;
    }
}
