using System;
using System.IO;
using System.Linq;
using System.Runtime.InteropServices;
using System.Threading;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

/// <summary>Folders that cannot or must not be used: the copy is right all the same, and the cache says what the matter is.</summary>
public abstract partial class CloneCacheTests
{
    [TestMethod]
    public void DeletedBetweenTwoCallsTheFolderIsMadeAgain()
    {
        string source = SettledFiles.Take();
        Copy(source, "first");
        Directory.Delete(Folder, recursive: true);

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), Copy(source, "second"));
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(source, "third"));
    }

    [TestMethod]
    public void DeletedBetweenTwoCopiesOfOneCallTheFolderIsDoneWithout()
    {
        string source = SettledFiles.Take();
        using (CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!)
        {
            Strategy.Copy(source, Volume.PathOf("first"), cache);
            Directory.Delete(Folder, recursive: true);

            Assert.AreEqual(OutcomeKind.Copied, Strategy.Copy(source, Volume.PathOf("second"), cache).Kind);
            Assert.AreEqual(CacheProblem.None, cache.Problem);
        }

        Strategy.CacheUpkeep.Wait();
        AssertSame(source, "second");
        CollectionAssert.AreEqual(new[] { "first", "second" }, Names(Volume.Folder));
    }

    /// <summary>As rm and git clean do it: a list of the folder's files, then each of them, the first made first.</summary>
    [TestMethod]
    [TestCategory("Slow")]
    public void OfAnEntryInWhoseMakingTheFolderIsDeletedNothingIsLeft()
    {
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        string source = SettledFiles.Settle(Files.Write(plain.PathOf("source"), AttackedLength));
        using CacheFill fill = Warming([source]);
        using var stop = new ManualResetEventSlim();
        var deleter = new Thread(() =>
        {
            while (Directory.GetFiles(Folder, "*" + CacheFiles.New).Length == 0 && !stop.IsSet)
            {
                Thread.Yield();
            }

            foreach (string file in Directory.GetFiles(Folder).OrderBy(path => Path.GetFileName(path) != CacheFiles.Tag))
            {
                File.Delete(file);
            }
        });
        deleter.Start();
        fill.Run();
        stop.Set();
        deleter.Join();

        Assert.IsEmpty(Names(Folder), string.Join(", ", Names(Folder)));
        Assert.AreEqual(CacheProblem.None, fill.Problem);
    }

    /// <summary>With the folder open, and nothing added in this call yet.</summary>
    [TestMethod]
    public void DeletedBeforeTheFirstMissOfACallTheFolderIsSaidToBeDeletedAndTheNextCallMakesItAgain()
    {
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "first");
        using (CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!)
        {
            Assert.AreEqual(OutcomeKind.ClonedFromCache, Strategy.Copy(sources[0], Volume.PathOf("second"), cache).Kind);
            Directory.Delete(Folder, recursive: true);

            Assert.AreEqual(
                CloneOutcome.Copied(Reason.DifferentVolumes, SettledFiles.Length),
                Strategy.Copy(sources[1], Volume.PathOf("third"), cache));
            Assert.AreEqual(CacheProblem.Deleted, cache.Problem);
        }

        AssertSame(sources[1], "third");
        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), Copy(sources[1], "fourth"));
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(sources[1], "fifth"));
    }

    [TestMethod]
    public void AMissingFolderAboveIsMade()
    {
        AssertUsed(Volume.PathOf("not/there/yet/cache"));
        Assert.AreEqual("700", Mode(Volume.PathOf("not/there/yet/cache")));
    }

    [TestMethod]
    public void APathThatEndsInASlashNamesTheSameFolder()
    {
        AssertUsed(Folder + "/");
        Assert.AreEqual("700", Mode(Folder));
        Assert.IsTrue(File.Exists(Path.Combine(Folder, ".gitignore")), string.Join(", ", Names(Folder)));
    }

    [TestMethod]
    public void AFileInThePlaceOfTheFolderIsLeftAlone()
    {
        File.WriteAllText(Folder, "a file");
        Assert.AreEqual(
            CloneOutcome.Copied(Reason.DifferentVolumes, SettledFiles.Length),
            Copy(SettledFiles.Take(), "first", CacheProblem.NotAFolder));
        Assert.AreEqual("a file", File.ReadAllText(Folder));
    }

    [TestMethod]
    [DataRow("elsewhere", "")]
    [DataRow("elsewhere", "/")]
    [DataRow("nowhere", "")]
    public void ALinkInThePlaceOfTheFolderIsNotFollowed(string target, string end)
    {
        Directory.CreateDirectory(Volume.PathOf("elsewhere"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        Directory.CreateSymbolicLink(Folder, Volume.PathOf(target));

        AssertNotUsed(Folder + end, CacheProblem.Link);
        Assert.IsEmpty(Names(Volume.PathOf("elsewhere")));
        Assert.IsFalse(Directory.Exists(Volume.PathOf("nowhere")));
    }

    [TestMethod]
    public void AnotherUsersFolderIsNotUsed()
    {
        if (Environment.UserName != "root")
        {
            Assert.Inconclusive("Only root can give a folder away.");
        }

        string source = SettledFiles.Take();
        Copy(source, "first");
        Assert.AreEqual(0, chown(Folder, 65534, 65534), $"errno {Marshal.GetLastPInvokeError()}");

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumes, SettledFiles.Length), Copy(source, "second", CacheProblem.WrongOwner));
    }

    [TestMethod]
    [DataRow("770")]
    [DataRow("702")]
    [DataRow("1777")]
    public void AFolderThatOthersCanWriteToIsNotUsed(string mode)
    {
        string source = SettledFiles.Take();
        Copy(source, "first");
        File.SetUnixFileMode(Folder, (UnixFileMode)Convert.ToInt32(mode, 8));

        Assert.AreEqual(
            CloneOutcome.Copied(Reason.DifferentVolumes, SettledFiles.Length), Copy(source, "second", CacheProblem.WritableByOthers));
    }

    /// <summary>Put there while others could write to the folder: that they no longer can says nothing of it.</summary>
    [TestMethod]
    [DataRow("another user's")]
    [DataRow("writable by its group")]
    public void ARecordThatAnotherUserCanHaveWrittenIsNotUsed(string what)
    {
        string source = SettledFiles.Take();
        Copy(source, "first");
        string record = PathInCache(source, CacheFiles.Record);
        if (what == "another user's")
        {
            if (Environment.UserName != "root")
            {
                Assert.Inconclusive("Only root can give a file away.");
            }

            Assert.AreEqual(0, chown(record, 65534, 65534), $"errno {Marshal.GetLastPInvokeError()}");
        }
        else
        {
            File.SetUnixFileMode(record, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupWrite);
        }

        Assert.AreEqual(1, Strategy.ReadCache(Folder).Damaged);
        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesEntryDamaged, SettledFiles.Length), Copy(source, "second"));
        Assert.AreEqual("600", Mode(record));
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(source, "third"));
    }

    /// <summary>As a wrong property names it: a user's own folder, with files whose names might be taken for the cache's.</summary>
    [TestMethod]
    [DataRow("notes.txt", "mine")]
    [DataRow("settings.new", "mine")]
    [DataRow(".gitignore", "*")]
    [DataRow("0123456789abcdef.entry", "mine")]
    [DataRow("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# Another program's.\n")]
    public void AFolderWithFilesAndWithoutTheTagIsNotUsedNotPrunedAndNotTouched(string name, string content)
    {
        Directory.CreateDirectory(Folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        string file = Path.Combine(Folder, name);
        File.WriteAllText(file, content);
        File.SetLastWriteTimeUtc(file, new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        FileStatus before = FileStatus.Of(Folder);

        AssertNotUsed(Folder, CacheProblem.NotACache);
        Strategy.PruneCache(Folder, 0, TimeSpan.Zero);

        CollectionAssert.AreEqual(new[] { name }, Names(Folder));
        Assert.AreEqual(content, File.ReadAllText(file));
        Assert.AreEqual(before.Changed, FileStatus.Of(Folder).Changed, "The folder's change time tells of files that came and went.");
    }

    [TestMethod]
    public void ALinkOrAFolderThatOthersCanWriteToIsNotPruned()
    {
        string[] sources = MakeEntries(1);
        Directory.CreateSymbolicLink(Volume.PathOf("link"), Folder);
        Strategy.PruneCache(Volume.PathOf("link"), 0, TimeSpan.Zero);
        Strategy.PruneCache(Volume.PathOf("link/"), 0, TimeSpan.Zero);
        AssertCacheHolds(sources);

        File.SetUnixFileMode(Folder, (UnixFileMode)Convert.ToInt32("770", 8));
        Strategy.PruneCache(Folder, 0, TimeSpan.Zero);
        AssertCacheHolds(sources);
    }

    /// <summary>Created by a user, by a process that was killed before it wrote the tag, or by one that is just writing it.</summary>
    [TestMethod]
    [DataRow(false)]
    [DataRow(true)]
    public void AnEmptyFolderIsUsedAndGetsTheTag(bool tagIsJustBeingWritten)
    {
        Directory.CreateDirectory(Folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        string tag = Path.Combine(Folder, "CACHEDIR.TAG");
        if (tagIsJustBeingWritten)
        {
            File.WriteAllText(tag, string.Empty);
        }

        AssertUsed(Folder);
        Assert.StartsWith("Signature: 8a477f597d28d172789f06886806bc55\n# CopyOnWrite.Sdk ", File.ReadAllText(tag));
    }

    [TestMethod]
    public void AFolderThatOthersCanOnlyReadIsUsed()
    {
        Directory.CreateDirectory(Folder, (UnixFileMode)Convert.ToInt32("755", 8));
        AssertUsed(Folder);
    }

    [TestMethod]
    public void AFolderThatCannotBeWrittenToServesTheEntriesThatItHas()
    {
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "first");
        Immutable.Set(Folder, true);
        try
        {
            Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(sources[0], "second"));
            Assert.AreEqual(
                CloneOutcome.Copied(Reason.DifferentVolumes, SettledFiles.Length), Copy(sources[1], "third", CacheProblem.NotWritable));
        }
        finally
        {
            Immutable.Set(Folder, false);
        }
    }

    [TestMethod]
    public void AFolderThatCannotBeMadeIsDoneWithout()
    {
        string parent = Directory.CreateDirectory(Volume.PathOf("parent")).FullName;
        Immutable.Set(parent, true);
        try
        {
            AssertNotUsed(Path.Combine(parent, "cache"), CacheProblem.Inaccessible);
            AssertNotUsed(Path.Combine(parent, "more", "cache"), CacheProblem.Inaccessible);
        }
        finally
        {
            Immutable.Set(parent, false);
        }
    }

    [TestMethod]
    public void APathThatTheKernelWouldNotTakeIsDoneWithout()
    {
        AssertNotUsed(Volume.PathOf(new string('x', 300)), CacheProblem.Inaccessible);
        AssertNotUsed(Volume.PathOf(new string('x', 5000)), CacheProblem.Inaccessible);
        AssertNotUsed("/proc/cache", CacheProblem.Inaccessible);
        Assert.IsEmpty(Names(Volume.Folder).Where(n => n.StartsWith("xxx", StringComparison.Ordinal)));
    }

    private void AssertUsed(string folder)
    {
        string source = SettledFiles.Take();
        foreach ((string name, CloneOutcome expected) in new[]
        {
            ("one", CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length)),
            ("two", CloneOutcome.ClonedFromCache(SettledFiles.Length)),
        })
        {
            using (CloneCache cache = Strategy.NewCache(CacheLocation.At(folder))!)
            {
                Assert.AreEqual(expected, Strategy.Copy(source, Volume.PathOf(name), cache), cache.Problem.ToString());
            }

            Strategy.CacheUpkeep.Wait();
            AssertSame(source, name);
        }
    }

    private void AssertNotUsed(string folder, CacheProblem problem)
    {
        string source = SettledFiles.Take();
        using CloneCache cache = Strategy.NewCache(CacheLocation.At(folder))!;
        for (int i = 0; i < 2; i++)
        {
            Assert.AreEqual(
                CloneOutcome.Copied(Reason.DifferentVolumes, SettledFiles.Length), Strategy.Copy(source, Volume.PathOf("copy"), cache));
            AssertSame(source, "copy");
        }

        Assert.AreEqual(problem, cache.Problem, $"error {cache.ErrorNumber}");
    }

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int chown(string path, uint user, uint group);
}
