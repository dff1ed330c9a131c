namespace CopyOnWrite.Tests.Windows;

/// <summary>That the model has Windows' rules of names: case, deleting, renaming.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed unsafe class RefsModelNameTests : ModelTests
{
    [TestMethod]
    public void NamesAreFoundInAnyCaseAndKeepTheirOwn()
    {
        Directory.CreateDirectory(PathOf("Folder"));
        Files.Write(PathOf("Folder/Web.config"), 100);

        Assert.AreEqual(0, Model.GetFileAttributes(PathOf("FOLDER/web.CONFIG"), out WIN32_FILE_ATTRIBUTE_DATA data));
        Assert.AreEqual(100, data.Length);
        Assert.AreEqual(ERROR_FILE_EXISTS, Model.CreateFile(PathOf("folder/WEB.config"), GENERIC_WRITE, 0, CREATE_NEW, 0, out _));
        Assert.AreEqual(ERROR_FILE_EXISTS, Model.CopyFile(PathOf("folder/web.config"), PathOf("FOLDER/WEB.CONFIG")));
        Assert.AreEqual(0, Model.CopyFile(PathOf("folder/web.config"), PathOf("FOLDER/New.config")));
        AssertHolds("Folder", "New.config", "Web.config");

        Assert.AreEqual(0, Model.DeleteFile(PathOf("folder/NEW.config")));
        AssertHolds("Folder", "Web.config");
    }

    [TestMethod]
    [DataRow(true, DisplayName = "by path")]
    [DataRow(false, DisplayName = "by handle")]
    public void ADeletedNameStaysTakenUntilTheLastHandleIsClosed(bool byPath)
    {
        string path = Files.Write(PathOf("file"), 100);
        nint reader = Open(path, GENERIC_READ, ShareAll);
        nint other = Open(path, FILE_READ_ATTRIBUTES, ShareAll);
        if (byPath)
        {
            Assert.AreEqual(0, Model.DeleteFile(path));
        }
        else
        {
            nint deleter = Open(path, DELETE, ShareAll);
            Assert.AreEqual(0, SetDisposition(deleter, 1));
            AssertIsPending(path); // Before that handle is closed, too.
            Model.CloseHandle(deleter);
        }

        AssertIsPending(path);
        Model.CloseHandle(reader);
        AssertIsPending(path);
        Model.CloseHandle(other);

        Assert.IsFalse(File.Exists(path), path);
        Assert.AreEqual(0, Model.CreateFile(path, GENERIC_WRITE, 0, CREATE_NEW, 0, out nint created));
        Model.CloseHandle(created);
    }

    [TestMethod]
    public void AVolumeWithoutPosixSemanticsRefusesThem()
    {
        Model.Volume.Flags &= ~FILE_SUPPORTS_POSIX_UNLINK_RENAME;
        string path = Files.Write(PathOf("file"), 100);
        nint file = Open(path, DELETE, ShareAll);

        Assert.AreEqual(ModelVolume.ErrorWithoutPosix, Model.Rename(file, PathOf("renamed"), replace: true, posix: true));

        Assert.AreEqual(0, Model.Rename(file, PathOf("renamed"), replace: true, posix: false));
        Model.CloseHandle(file);
        AssertHolds(string.Empty, "renamed");
    }

    [TestMethod]
    [DataRow(true, ShareAll, 0, DisplayName = "POSIX, shared")]
    [DataRow(true, FILE_SHARE_READ, ERROR_ACCESS_DENIED, DisplayName = "POSIX, not shared")]
    [DataRow(false, ShareAll, ERROR_ACCESS_DENIED, DisplayName = "plain, shared")]
    [DataRow(false, FILE_SHARE_READ, ERROR_ACCESS_DENIED, DisplayName = "plain, not shared")]
    public void AFileThatIsOpenIsReplacedWithPosixSemanticsWhereItsDeletionIsShared(bool posix, uint share, int expected)
    {
        string path = Files.Write(PathOf("file"), 100);
        nint reader = Open(path, GENERIC_READ, share);
        nint made = Open(Files.Write(PathOf("new"), 200), DELETE, ShareAll);

        Assert.AreEqual(expected, Model.Rename(made, path, replace: true, posix));

        Assert.AreEqual(expected == 0 ? 200 : 100, new FileInfo(path).Length);
        byte* buffer = stackalloc byte[300];
        Assert.AreEqual(0, Model.ReadFile(reader, buffer, 300, out int read));
        Assert.AreEqual(100, read, "The reader has the file that it opened.");
        Model.CloseHandle(reader);
        Model.CloseHandle(made);
    }

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void ARenameDoesNotReplaceWhatIsReadOnlyDeletedOrAFolderOrUnasked(bool posix)
    {
        string readOnly = Files.Write(PathOf("read-only"), 100, UnixFileMode.UserRead);
        string deleted = Files.Write(PathOf("deleted"), 100);
        nint holder = Open(deleted, GENERIC_READ, ShareAll);
        Assert.AreEqual(0, Model.DeleteFile(deleted));
        string folder = Directory.CreateDirectory(PathOf("folder")).FullName;
        string plain = Files.Write(PathOf("plain"), 100);
        nint made = Open(Files.Write(PathOf("new"), 200), DELETE, ShareAll);

        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.Rename(made, readOnly, replace: true, posix), "read-only");
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.Rename(made, deleted, replace: true, posix), "deleted");
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.Rename(made, folder, replace: true, posix), "folder");
        Assert.AreEqual(ERROR_ALREADY_EXISTS, Model.Rename(made, plain, replace: false, posix), "without replacing");
        Assert.AreEqual(0, Model.Rename(made, plain, replace: true, posix));
        Model.CloseHandle(made);
        Model.CloseHandle(holder);
    }

    private int SetDisposition(nint file, byte delete) => Model.SetFileInformation(file, FileDispositionInfo, &delete, sizeof(byte));

    private void AssertIsPending(string path)
    {
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.CreateFile(path, GENERIC_WRITE, ShareAll, CREATE_NEW, 0, out _), "making");
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.CreateFile(path, FILE_READ_ATTRIBUTES, ShareAll, OPEN_EXISTING, 0, out _), "opening");
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.GetFileAttributes(path, out _), "looking");
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.DeleteFile(path), "deleting");
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.CopyFile(path, PathOf("copy")), "copying");
        Assert.AreEqual(ERROR_ACCESS_DENIED, Model.CopyFile(Files.Write(PathOf("other"), 1), path), "copying there");
        File.Delete(PathOf("other"));
    }

    private void AssertHolds(string folder, params string[] names) =>
        CollectionAssert.AreEquivalent(names, Directory.GetFiles(PathOf(folder)).Select(path => Path.GetFileName(path)).ToArray());
}
