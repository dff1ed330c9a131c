using System.IO;
using System.Threading;
using CopyOnWrite.MacOS;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests.MacOS;

/// <summary>Sources that changed since they were cached, and broken entries: a copy at worst, never the wrong file.</summary>
public sealed partial class CacheOnApfsModelTests
{
    [TestMethod]
    [TestCategory("Slow")]
    public void ASourceRewrittenInPlaceWithItsLengthAndTimeIsCopiedAgain()
    {
        string source = Take();
        Copy(source, "first");

        FileTimes.Keeping(source, BrokenEntry.WriteOther);

        Assert.AreEqual(s_outdated, Copy(source, "later"));
        SettledFiles.Settle(source);
        Assert.AreEqual(s_outdated, Copy(source, "settled"));
        Assert.AreEqual(s_cloned, Copy(source, "again"));
        AssertClone(source, "again");
        AssertCacheHolds(source);
    }

    [TestMethod]
    public void ASourceReplacedByAnotherFileOfItsLengthAndTimeIsCopiedAgain()
    {
        string[] sources = Take(2);
        Copy(sources[0], "first");
        FileTimes.SetModified(sources[1], FileStatus.Of(sources[0]).Modified);

        File.Move(sources[1], sources[0], overwrite: true);

        Assert.AreEqual(OutcomeKind.NotHandled, Copy(sources[0], "later").Kind);
    }

    [TestMethod]
    public void ASourceWhoseModeAloneChangedIsCopiedWithTheNewOne()
    {
        string source = Take();
        Copy(source, "first");

        File.SetUnixFileMode(source, UnixFileMode.UserRead | UnixFileMode.UserWrite);

        Assert.AreEqual(OutcomeKind.NotHandled, Copy(source, "later").Kind);
    }

    [TestMethod]
    public void TheSameVolumeUnderAnotherNumberIsKnownByItsUuid()
    {
        string source = Take();
        Copy(source, "first");

        Packages.Device = 77;

        Assert.AreEqual(s_cloned, Copy(source, "later"));
    }

    [TestMethod]
    public void AnotherVolumeUnderTheSameNumberIsNotTakenForTheOld()
    {
        string source = Take();
        Copy(source, "first");

        Packages.Uuid++;

        Assert.AreEqual(s_outdated, Copy(source, "later"));
        Assert.AreEqual(s_cloned, Copy(source, "again"));
    }

    /// <summary>Opening a pipe as a file waits until a process writes to it: the bound is for that.</summary>
    [TestMethod]
    [Timeout(120_000)]
    [DataRow("entry truncated")]
    [DataRow("entry altered")]
    [DataRow("entry deleted")]
    [DataRow("entry a link")]
    [DataRow("entry a hard link of another")]
    [DataRow("entry swapped with another")]
    [DataRow("entry a pipe")]
    [DataRow("record a pipe")]
    [DataRow("record truncated")]
    [DataRow("record empty")]
    [DataRow("record garbage")]
    [DataRow("record longer")]
    [DataRow("record deleted")]
    [DataRow("record a link")]
    [DataRow("record swapped with another")]
    [DataRow("both swapped with another")]
    public void ABrokenEntryCostsACopyAndIsReplaced(string how)
    {
        string[] sources = Take(2);
        Copy(sources[0], "first");
        Copy(sources[1], "second");

        BrokenEntry.Make(how, PathInCache(sources[0], string.Empty), PathInCache(sources[1], string.Empty));

        Assert.AreEqual(how == "record deleted" ? s_missed : s_damaged, Copy(sources[0], "third"));
        Assert.AreEqual(s_cloned, Copy(sources[0], "fourth"));
        AssertClone(sources[0], "fourth");
        Copy(sources[1], "fifth");
        Assert.AreEqual(s_cloned, Copy(sources[1], "sixth"));
        AssertCacheHolds(sources);
    }

    [TestMethod]
    [DataRow(CacheFiles.Entry)]
    [DataRow(CacheFiles.Record)]
    [DataRow(CacheFiles.Claim)]
    [DataRow(CacheFiles.New)]
    public void AFolderInThePlaceOfACacheFileStaysAndNothingIsCopiedInVain(string ending)
    {
        string source = Take();
        Copy(Take(), "any");
        BrokenEntry.Put("a folder with files", PathInCache(source, ending), string.Empty);
        int copied = Model.Count("CopyAll");

        var expected = ending == CacheFiles.Record ? s_damaged : s_missed;
        Assert.AreEqual(expected, Copy(source, "first"));
        Assert.AreEqual(expected, Copy(source, "second"));

        Assert.AreEqual("mine", File.ReadAllText(Path.Combine(PathInCache(source, ending), "file")));
        Assert.AreEqual(copied, Model.Count("CopyAll"));
    }

    [TestMethod]
    public void ASourceThatChangesWhileItIsCopiedIsNotCached()
    {
        string source = Take();
        Model.Inject("CopyAll", () =>
        {
            FileTimes.Keeping(source, BrokenEntry.WriteOther);
            return 0;
        });

        using (CloneCache cache = Cloner.NewCache(CacheLocation.At(Folder))!)
        {
            Assert.AreEqual(Reason.DifferentVolumesBeingCached, Cloner.Copy(source, Volume.PathOf("first"), cache).Reason);
        }

        Cloner.CacheUpkeep.Wait();
        Assert.AreEqual(1, Model.Count("CopyAll"));
        AssertCacheHolds();
    }

    [TestMethod]
    [DataRow("CopyAll", MacNative.EIO)]
    [DataRow("Flush", MacNative.EIO)]
    [DataRow("CloneIn", MacNative.EINVAL)]
    [DataRow("RenameIn", MacNative.EIO)]
    public void AnEntryThatCannotBeMadeLeavesNothingAndTheNextCallTriesAgain(string call, int errno)
    {
        string source = Take();
        Copy(Take(), "any"); // The folder and what belongs to it are there: the next calls of each name are the entry's own.
        string[] before = Names(Folder);
        Model.Inject(call, call == "RenameIn" ? [() => 0, () => errno] : [() => errno]);

        Assert.AreEqual(s_missed, Copy(source, "first"));
        CollectionAssert.AreEqual(before, Names(Folder));

        Assert.AreEqual(s_missed, Copy(source, "second"));
        Assert.AreEqual(s_cloned, Copy(source, "third"));
    }

    [TestMethod]
    [DataRow("CopyAll", MacNative.ENOSPC)]
    [DataRow("CreateIn", MacNative.EROFS)]
    [DataRow("Write", MacNative.ENOSPC)]
    public void AFolderThatCannotBeWrittenToIsReportedByTheNextCall(string call, int errno)
    {
        string source = Take();
        Copy(Take(), "any");
        string[] before = Names(Folder);
        Model.Inject(call, () => errno);

        Assert.AreEqual(s_missed, Copy(source, "first"));
        CollectionAssert.AreEqual(before, Names(Folder));

        Assert.AreEqual(s_left, Copy(source, "second", CacheProblem.NotWritable));
        Assert.AreEqual(s_missed, Copy(source, "third"));
    }

    [TestMethod]
    public void NothingIsAddedToAVolumeThatIsNearlyFull()
    {
        string source = Take();
        ModelVolume other = Model.Mount(Volume.PathOf("small"), isApfs: true);
        other.AvailableBytes = 1UL << 30;

        Assert.AreEqual(s_left, Copy(source, "small/first", CacheProblem.NotWritable, Volume.PathOf("small/cache")));
        Assert.AreEqual(s_left, Copy(source, "small/second", CacheProblem.NotWritable, Volume.PathOf("small/cache")));
        other.AvailableBytes = 2UL << 30;
        Assert.AreEqual(s_missed, Copy(source, "small/third", folder: Volume.PathOf("small/cache")));
        Assert.AreEqual(s_cloned, Copy(source, "small/fourth", folder: Volume.PathOf("small/cache")));
    }

    /// <summary>Whether a clone leaves its source's change time alone no man page says.</summary>
    [TestMethod]
    public void WhereACloneChangesItsSourcesChangeTimeTheCacheIsNotUsed()
    {
        string source = Take();
        Model.Inject("CloneIn", () =>
        {
            Thread.Sleep(20); // Longer than a tick of the clock.
            foreach (string made in Directory.GetFiles(Folder, ".cow-*"))
            {
                File.SetUnixFileMode(made, File.GetUnixFileMode(made));
            }

            return 0;
        });

        Assert.AreEqual(s_missed, Copy(source, "first"));
        AssertCacheHolds();
        Assert.AreEqual(s_left, Copy(source, "second"));
        Assert.AreEqual(1, Model.Count("CloneIn"));

        string own = Files.Write(Volume.PathOf("own"), SettledFiles.Length);
        Assert.AreEqual((OutcomeKind.Cloned, Reason.None), Copy(own, "third"));
    }
}
