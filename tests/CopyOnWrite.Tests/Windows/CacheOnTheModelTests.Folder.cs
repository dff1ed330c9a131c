using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Windows;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Tests.Windows;

/// <summary>Folders that cannot or must not be used: the copy is right all the same, and the cache says what the matter is.</summary>
public sealed partial class CacheOnTheModelTests
{
    [TestMethod]
    public void TheFolderIsMadeForItsUserAloneAndKeptOutOfGitAndBackups()
    {
        Copy(Package(), "first");

        byte[] made = Model.SecurityOf(Folder);
        Assert.AreEqual(CacheProblem.None, SecurityDescriptor.ProblemOf(made, Model.User));
        Assert.AreEqual(CacheProblem.WrongOwner, SecurityDescriptor.ProblemOf(made, ModelSecurity.User(1002)));
        Assert.AreEqual("*\n", File.ReadAllText(Path.Combine(Folder, ".gitignore")));
        Assert.StartsWith(
            "Signature: 8a477f597d28d172789f06886806bc55\n# CopyOnWrite.Sdk ", File.ReadAllText(Path.Combine(Folder, "CACHEDIR.TAG")));
    }

    /// <summary>As a user makes it in the Explorer at the root of a data volume.</summary>
    [TestMethod]
    public void AFolderThatInheritsThatAllUsersMayChangeItIsNotUsed()
    {
        Directory.CreateDirectory(Folder);
        AssertNotUsed(Folder, CacheProblem.WritableByOthers);
        Assert.IsEmpty(Directory.GetFileSystemEntries(Folder));
    }

    [TestMethod]
    public void AFolderWhoseAccessWasOpenedSinceIsNotUsed()
    {
        string source = Package();
        Copy(source, "first");
        Model.SetSecurity(Folder, ModelSecurity.AsADataVolumeHasIt(Model.User));

        Assert.AreEqual(s_copied, Copy(source, "second", CacheProblem.WritableByOthers));
        Strategy.PruneCache(Folder, 0, TimeSpan.Zero);
        Strategy.ClearCache(Folder);
        AssertCacheHolds(source);
    }

    [TestMethod]
    public void AnotherUsersFolderIsNotUsed()
    {
        string source = Package();
        Copy(source, "first");
        Model.SetSecurity(Folder, SecurityDescriptor.For(ModelSecurity.User(1002)));

        Assert.AreEqual(s_copied, Copy(source, "second", CacheProblem.WrongOwner));
    }

    /// <summary>Put there, or opened to others, while the folder was open to them, and left so when it was closed again.</summary>
    [TestMethod]
    [DataRow(CacheFiles.Record, true)]
    [DataRow(CacheFiles.Record, false)]
    [DataRow(CacheFiles.Entry, true)]
    [DataRow(CacheFiles.Entry, false)]
    public void ARecordOrEntryThatAnotherUserOwnsOrCanWriteToIsNotUsedAndIsReplaced(string ending, bool owns)
    {
        string source = Package();
        Copy(source, "first");
        string file = InCache(source, ending);
        byte[] others = ModelSecurity.AsADataVolumeHasIt(Model.User);
        Model.SetSecurity(file, owns ? SecurityDescriptor.For(ModelSecurity.User(1002)) : others);
        CacheEntry found = Strategy.ReadCache(Folder).Entries.Single();

        Assert.AreEqual(EntryState.Damaged, found.State);
        Assert.AreEqual(s_damaged, Copy(source, "second"));
        AssertCacheHolds(source);
        Assert.AreEqual(CacheProblem.None, SecurityDescriptor.ProblemOf(Model.SecurityOf(file), Model.User));
        Assert.AreEqual(s_cloned, Copy(source, "third"));
    }

    [TestMethod]
    public void AnEntryWhoseSecurityCannotBeReadIsNotUsed()
    {
        string source = Package();
        Copy(source, "first");
        Model.Injections.Add(nameof(IWindowsCalls.GetSecurity), ERROR_ACCESS_DENIED, when: path => path == Entry(source));

        Assert.AreEqual(s_damaged, Copy(source, "second"));
    }

    [TestMethod]
    public void AFolderWhoseSecurityCannotBeReadIsNotUsed()
    {
        string source = Package();
        Copy(source, "first");
        Model.Injections.Add(nameof(IWindowsCalls.GetSecurity), ERROR_ACCESS_DENIED);

        Assert.AreEqual(s_copied, Copy(source, "second", CacheProblem.Inaccessible));
    }

    [TestMethod]
    [DataRow("")]
    [DataRow("/")]
    public void ALinkInThePlaceOfTheFolderIsNotFollowed(string end)
    {
        Directory.CreateDirectory(PathOf("elsewhere"));
        Model.SetSecurity(PathOf("elsewhere"), SecurityDescriptor.For(Model.User));
        Directory.CreateSymbolicLink(Folder, PathOf("elsewhere"));

        AssertNotUsed(Folder + end, CacheProblem.Link);
        Assert.IsEmpty(Directory.GetFileSystemEntries(PathOf("elsewhere")));
    }

    [TestMethod]
    public void AFileInThePlaceOfTheFolderIsLeftAlone()
    {
        File.WriteAllText(Folder, "a file");
        AssertNotUsed(Folder, CacheProblem.NotAFolder);
        Assert.AreEqual("a file", File.ReadAllText(Folder));
    }

    [TestMethod]
    [DataRow("notes.txt", "mine")]
    [DataRow("0123456789abcdef.entry", "mine")]
    [DataRow("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# Another program's.\n")]
    public void AFolderWithFilesAndWithoutTheTagIsNotUsedNotPrunedAndNotTouched(string name, string content)
    {
        Directory.CreateDirectory(Folder);
        Model.SetSecurity(Folder, SecurityDescriptor.For(Model.User));
        string file = Path.Combine(Folder, name);
        File.WriteAllText(file, content);
        File.SetLastWriteTimeUtc(file, new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));

        AssertNotUsed(Folder, CacheProblem.NotACache);
        Strategy.PruneCache(Folder, 0, TimeSpan.Zero);
        Strategy.ClearCache(Folder);

        CollectionAssert.AreEqual(new[] { file }, Directory.GetFileSystemEntries(Folder));
        Assert.AreEqual(content, File.ReadAllText(file));
    }

    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void AnEmptyFolderOfTheUserAloneIsUsedAndGetsTheTag(bool tagIsJustBeingWritten)
    {
        Directory.CreateDirectory(Folder);
        Model.SetSecurity(Folder, SecurityDescriptor.For(Model.User));
        if (tagIsJustBeingWritten)
        {
            File.WriteAllText(Path.Combine(Folder, CacheFiles.Tag), string.Empty);
        }

        string source = Package();
        Assert.AreEqual(s_missed, Copy(source, "first"));
        Assert.AreEqual(s_cloned, Copy(source, "second"));
        AssertCacheHolds(source);
    }

    [TestMethod]
    [DataRow(true)]
    [DataRow(false)]
    public void AFolderOnAnotherVolumeThanTheDestinationIsNotUsedAndNotMade(bool exists)
    {
        string folder = PathOf("c/cache");
        if (exists)
        {
            Assert.AreEqual(0, Model.CreateFolder(folder, SecurityDescriptor.For(Model.User)));
        }

        AssertNotUsed(folder, CacheProblem.OnAnotherVolume);
        Assert.AreEqual(exists, Directory.Exists(folder));
    }

    [TestMethod]
    public void MissingFoldersAboveAreMade()
    {
        string folder = PathOf("not/there/yet/cache");
        string source = Package();
        using (CloneCache cache = Strategy.NewCache(CacheLocation.At(folder + Path.DirectorySeparatorChar))!)
        {
            Assert.AreEqual(s_missed, Strategy.Copy(source, PathOf("first"), cache));
        }

        Strategy.CacheUpkeep.Wait();
        Assert.IsTrue(File.Exists(new CacheNames(folder, source).Entry));
    }

    [TestMethod]
    public void AFolderThatCannotBeMadeIsDoneWithout()
    {
        Model.Injections.Add(nameof(IWindowsCalls.CreateFolder), ERROR_ACCESS_DENIED);
        AssertNotUsed(Folder, CacheProblem.Inaccessible);
    }

    [TestMethod]
    public void DeletedBetweenTwoCallsTheFolderIsMadeAgain()
    {
        string source = Package();
        CopyHere(source, "first");
        Directory.Delete(Folder, recursive: true);

        Assert.AreEqual(s_missed, CopyHere(source, "second"));
        Assert.AreEqual(s_cloned, CopyHere(source, "third"));
    }

    [TestMethod]
    public void AsLongAsACallUsesItNobodyCanDeleteOrRenameTheFolder()
    {
        Assert.AreEqual(s_missed, CopyBehind(Package(), "first"));

        Assert.AreEqual(
            ERROR_SHARING_VIOLATION,
            Model.CreateFile(Folder, DELETE, SmallFile.ShareAll, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, out _));

        EndCall();
        Assert.AreEqual(
            0, Model.CreateFile(Folder, DELETE, SmallFile.ShareAll, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, out nint folder));
        Model.CloseHandle(folder);
    }

    private void AssertNotUsed(string folder, CacheProblem problem)
    {
        string source = Package();
        using CloneCache cache = Strategy.NewCache(CacheLocation.At(folder))!;
        for (int i = 0; i < 2; i++)
        {
            Assert.AreEqual(s_copied, Strategy.Copy(source, PathOf("copy"), cache));
            AssertIsCopy(source, PathOf("copy"));
        }

        Assert.AreEqual(problem, cache.Problem, $"error {cache.ErrorNumber}");
    }
}
