namespace CopyOnWrite.Tests.Windows;

/// <summary>Folders whose files cannot be renamed or deleted: each is tried once, and new files are written there in place.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class RefusingFolderTests : ModelTests
{
    private const int MostFiles = 10;

    [TestMethod]
    [DataRow(true, DisplayName = "who makes a file may delete it as long as it is open")]
    [DataRow(false, DisplayName = "or not even then")]
    public void WhereFilesMayBeWrittenAndNotDeletedNothingIsLeftBehind(bool maker)
    {
        Model.Volume.Flags &= ~FILE_SUPPORTS_BLOCK_REFCOUNTING;
        Model.IsDropFolder = true;
        int asked = 0;
        Model.Injections.Add(nameof(Win32Calls.CreateFile), ERROR_ACCESS_DENIED, when: path => IsTemporary(path) && ++asked > 0 && !maker);

        for (int i = 0; i < MostFiles; i++)
        {
            Strategy.Copy(Source, PathOf($"new{i}")).AssertIs(OutcomeKind.Copied, Reason.VolumeCannotClone);
            AssertIsCopy(Source, PathOf($"new{i}"));
            Strategy.Copy(Source, Existing).AssertIs(OutcomeKind.NotHandled, Reason.DestinationFolderRefuses);
            AssertNothingTemporary();
        }

        Assert.AreEqual(777, new FileInfo(Existing).Length);
        Assert.AreEqual(MostFiles, Model.Injections.CountOf(nameof(Win32Calls.CopyFile)));
        Assert.AreEqual(maker ? 2 : 1, asked, "the folder is asked once");
    }

    /// <summary>.NET's rename would be refused as well, and so would the deletion of what was to be renamed.</summary>
    [TestMethod]
    [DataRow(true, DisplayName = "a drop folder")]
    [DataRow(false, DisplayName = "one that refuses the rename")]
    public void AnExistingFileIsWrittenInPlaceByTheLibraryAndByStaging(bool isDropFolder)
    {
        Model.IsDropFolder = isDropFolder;
        string before = FileStatus.OfTarget(Existing).Identity;
        if (!isDropFolder)
        {
            Model.Injections.Add(nameof(Win32Calls.Rename), ERROR_PATH_NOT_FOUND);
        }

        new FileCloner(Strategy).CloneOrCopy(Source, Existing, overwrite: true).AssertIs(OutcomeKind.Copied);

        AssertIsCopy(Source, Existing);
        Assert.AreEqual(before, FileStatus.OfTarget(Existing).Identity, "the same file");
    }

    [TestMethod]
    public void AnExistingFileWithOtherNamesIsLeftThere()
    {
        Model.IsDropFolder = true;
        Links.MakeHardLink(Existing, PathOf("other name"));

        Assert.ThrowsExactly<IOException>(() => new FileCloner(Strategy).CloneOrCopy(Source, Existing, overwrite: true));

        Assert.AreEqual(777, new FileInfo(Existing).Length);
        AssertNothingTemporary();
    }

    [TestMethod]
    public void AFolderIsAskedOnceAndOneBelowItNotAtAll()
    {
        Model.Volume.Flags &= ~FILE_SUPPORTS_BLOCK_REFCOUNTING;
        Directory.CreateDirectory(PathOf("below"));
        int asked = 0;
        Model.Injections.Add(nameof(Win32Calls.CreateFile), 0, when: path => IsTemporary(path) && ++asked < 0);
        for (int i = 0; i < MostFiles; i++)
        {
            Strategy.Copy(Source, PathOf($"file{i}"));
            Strategy.Copy(Source, PathOf($"below/file{i}"));
            AssertIsCopy(Source, PathOf($"below/file{i}"));
        }

        Assert.AreEqual(2 + (2 * MostFiles), asked, "Two for the folder, and one for each file to rename it.");
    }

    [TestMethod]
    [DataRow(ERROR_NOT_SUPPORTED, true)]
    [DataRow(ERROR_NOT_SUPPORTED, false)]
    [DataRow(ERROR_ACCESS_DENIED, true)]
    [DataRow(ERROR_PATH_NOT_FOUND, false)]
    [DataRow(ERROR_FILE_NOT_FOUND, false)]
    [DataRow(ERROR_NOT_SAME_DEVICE, false)]
    public void AFolderThatRefusesToRenameANewFileIsTriedOnce(int error, bool clones)
    {
        Model.Volume.Flags &= ~((clones ? 0 : FILE_SUPPORTS_BLOCK_REFCOUNTING) | FILE_SUPPORTS_POSIX_UNLINK_RENAME);
        Directory.CreateDirectory(PathOf("other"));
        Injections.Injection refusal = Model.Injections.Add(
            nameof(Win32Calls.Rename), error, when: path => Path.GetDirectoryName(path) == Path.GetDirectoryName(Source));

        for (int i = 0; i < MostFiles; i++)
        {
            Strategy.Copy(Source, PathOf($"new{i}")).AssertIs(OutcomeKind.Copied);
            AssertIsCopy(Source, PathOf($"new{i}"));
        }

        Assert.AreEqual(1, refusal.Met);
        Strategy.Copy(Source, PathOf("other/file")).AssertIs(clones ? OutcomeKind.Cloned : OutcomeKind.Copied);
        Assert.AreEqual(2, Model.Injections.CountOf(nameof(Win32Calls.Rename)), "Another folder is tried.");
    }

    [TestMethod]
    public void WhatCannotBeDeletedAtAllIsLeftOnceForAFolder()
    {
        Model.Injections.Add(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE), ERROR_NOT_SUPPORTED);
        foreach (string call in new[] { "FileDispositionInfo", nameof(Win32Calls.DeleteFile) })
        {
            Model.Injections.Add(call, ERROR_ACCESS_DENIED);
        }

        for (int i = 0; i < MostFiles; i++)
        {
            Strategy.Copy(Source, PathOf($"new{i}")).AssertIs(OutcomeKind.Copied, Reason.FileCannotBeCloned);
        }

        Assert.HasCount(1, Directory.GetFiles(Path.GetDirectoryName(Source)!, ".cow-*"));
    }

    private static bool IsTemporary(string path) => TemporaryFiles.IsNameOfOne(Path.GetFileName(path));
}
