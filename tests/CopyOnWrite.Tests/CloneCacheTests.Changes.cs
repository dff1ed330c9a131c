using System.IO;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

/// <summary>Sources that changed since they were cached, and broken entries: a copy at worst, never the wrong file.</summary>
public abstract partial class CloneCacheTests
{
    [TestMethod]
    [TestCategory("Slow")]
    public void ASourceRewrittenInPlaceWithItsLengthAndTimeIsCopiedAgain()
    {
        string source = SettledFiles.Take();
        Copy(source, "first");

        FileTimes.Keeping(source, BrokenEntry.WriteOther);

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesEntryOutdated, SettledFiles.Length), Copy(source, "later"));
        SettledFiles.Settle(source);
        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesEntryOutdated, SettledFiles.Length), Copy(source, "settled"));
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(source, "again"));
        AssertCacheHolds(source);
    }

    [TestMethod]
    public void ASourceReplacedByAnotherFileOfItsLengthAndTimeIsCopiedAgain()
    {
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "first");
        FileTimes.SetModified(sources[1], FileStatus.Of(sources[0]).Modified);

        File.Move(sources[1], sources[0], overwrite: true);

        Assert.AreEqual(OutcomeKind.Copied, Copy(sources[0], "later").Kind);
    }

    [TestMethod]
    public void ASourceWhoseModeAloneChangedIsCopiedWithTheNewOne()
    {
        string source = SettledFiles.Take();
        Copy(source, "first");

        File.SetUnixFileMode(source, UnixFileMode.UserRead | UnixFileMode.UserWrite);

        Assert.AreEqual(OutcomeKind.Copied, Copy(source, "later").Kind);
        Assert.AreEqual("600", Mode(Volume.PathOf("later")));
    }

    [TestMethod]
    public void AnotherSourceUnderTheOldOnesNameIsNotTakenForIt()
    {
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "first");
        Copy(sources[1], "second");

        string kept = sources[0] + ".kept";
        File.Move(sources[0], kept);
        File.Move(sources[1], sources[0]);
        File.Move(kept, sources[1]);

        Copy(sources[0], "third");
        Copy(sources[1], "fourth");
    }

    /// <summary>Without reading the record again, which need not be there then.</summary>
    [TestMethod]
    [DataRow("entry truncated")]
    [DataRow("entry altered")]
    [DataRow("entry deleted")]
    [DataRow("entry without permissions")]
    [DataRow("entry a hard link of another")]
    [DataRow("entry swapped with another")]
    [DataRow("record garbage")]
    [DataRow("record swapped with another")]
    [DataRow("both swapped with another")]
    public void AProcessThatKnowsTheEntrySeesThatItIsBroken(string how)
    {
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "first");
        Copy(sources[1], "second");
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(sources[0], "third"));

        BrokenEntry.Make(how, PathInCache(sources[0], string.Empty), PathInCache(sources[1], string.Empty));

        Copy(sources[0], "fourth", sameProcess: true);
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(sources[0], "fifth", sameProcess: true));
        Copy(sources[1], "sixth", sameProcess: true);
    }

    /// <summary>Opening a pipe as a file waits until a process writes to it: the bound is for that.</summary>
    [TestMethod]
    [Timeout(120_000)]
    [DataRow("entry truncated")]
    [DataRow("entry altered")]
    [DataRow("entry deleted")]
    [DataRow("entry without permissions")]
    [DataRow("entry a link")]
    [DataRow("entry a hard link of another")]
    [DataRow("entry swapped with another")]
    [DataRow("entry a pipe")]
    [DataRow("entry an empty folder")]
    [DataRow("entry a folder with files")]
    [DataRow("record a pipe")]
    [DataRow("record an empty folder")]
    [DataRow("record a folder with files")]
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
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "first");
        Copy(sources[1], "second");

        BrokenEntry.Make(how, PathInCache(sources[0], string.Empty), PathInCache(sources[1], string.Empty));

        Reason reason = how == "record deleted" ? Reason.DifferentVolumesBeingCached : Reason.DifferentVolumesEntryDamaged;
        Assert.AreEqual(CloneOutcome.Copied(reason, SettledFiles.Length), Copy(sources[0], "third"));
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(sources[0], "fourth"));
        AssertClone(sources[0], "fourth");
        Copy(sources[1], "fifth");
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(sources[1], "sixth"));
        AssertCacheHolds(sources);
    }

    [TestMethod]
    [Timeout(120_000)]
    [DataRow(".entry", "a pipe")]
    [DataRow(".entry", "an empty folder")]
    [DataRow(".entry", "a folder with files")]
    [DataRow(".record", "a pipe")]
    [DataRow(".record", "an empty folder")]
    [DataRow(".record", "a folder with files")]
    [DataRow(".claim", "a link")]
    [DataRow(".claim", "a pipe")]
    [DataRow(".claim", "an empty folder")]
    [DataRow(".claim", "a folder with files")]
    [DataRow(".new", "a link")]
    [DataRow(".new", "a pipe")]
    [DataRow(".new", "an empty folder")]
    [DataRow(".new", "a folder with files")]
    public void WhatIsInThePlaceOfACacheFileMakesWayAndNoOtherFilesAreDeleted(string ending, string what)
    {
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "any");
        string place = PathInCache(sources[1], ending);
        BrokenEntry.Put(what, place, Files.Write(Volume.PathOf("linked"), 100));

        Reason reason = ending == CacheFiles.Record ? Reason.DifferentVolumesEntryDamaged : Reason.DifferentVolumesBeingCached;
        Assert.AreEqual(CloneOutcome.Copied(reason, SettledFiles.Length), Copy(sources[1], "first"));
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(sources[1], "second"));

        Assert.AreEqual(100, new FileInfo(Volume.PathOf("linked")).Length);
        if (what == "a folder with files")
        {
            Assert.AreEqual("mine", File.ReadAllText(Path.Combine(place + ".aside", "file")));
            Directory.Delete(place + ".aside", recursive: true);
        }

        AssertCacheHolds(sources);
    }

    [TestMethod]
    public void WhatCannotMakeWayCostsACopyAndIsNotReported()
    {
        string[] sources = SettledFiles.Take(2);
        Copy(sources[0], "any");
        BrokenEntry.Put("a folder with files", PathInCache(sources[1], CacheFiles.Claim), string.Empty);
        BrokenEntry.Put("a folder with files", PathInCache(sources[1], CacheFiles.Claim) + ".aside", string.Empty);

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), Copy(sources[1], "first"));
        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), Copy(sources[1], "second"));
        Assert.AreEqual("mine", File.ReadAllText(Path.Combine(PathInCache(sources[1], CacheFiles.Claim), "file")));
    }
}
