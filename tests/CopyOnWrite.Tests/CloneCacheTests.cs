using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Linux;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

/// <summary>
/// The cross-volume cache: sources on a plain volume, destinations on one that clones. A class for each volume inherits it.
/// </summary>
public abstract partial class CloneCacheTests
{
    private VolumeUnderTest? _volume;

    protected abstract string VolumeName { get; }

    private VolumeUnderTest Volume => _volume!;

    private LinuxCloner Strategy { get; } = new LinuxCloner(new VolumePairs());

    private string Folder => Volume.PathOf("cache");

    [TestInitialize]
    public void RequireVolume() => _volume = VolumeUnderTest.Require(VolumeName);

    [TestCleanup]
    public void ReleaseVolume()
    {
        Strategy.CacheUpkeep.Wait();
        _volume?.Dispose();
    }

    [TestMethod]
    public void TheFirstCopyBecomesTheEntryAndLaterCopiesAreClonesOfIt()
    {
        string source = SettledFiles.Take();

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), Copy(source, "first"));
        for (int i = 0; i < 3; i++)
        {
            Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(source, $"later-{i}"));
            AssertClone(source, $"later-{i}");
        }

        AssertCacheHolds(source);
    }

    [TestMethod]
    public void AnEntryThatCannotBeRecordedDoesNotStay()
    {
        string source = SettledFiles.Take();
        CloneOutcome outcome;
        using (InjectedErrors.Into("write", "ENOSPC", PathInCache(source, CacheFiles.Claim)))
        using (CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!)
        {
            outcome = Strategy.Copy(source, Volume.PathOf("first"), cache);
            cache.Dispose();
            Strategy.CacheUpkeep.Wait();
        }

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), outcome);
        AssertSame(source, "first");
        AssertCacheHolds();

        // The call has ended, so the next one reports it, and the one after that tries again.
        Assert.AreEqual(
            CloneOutcome.Copied(Reason.DifferentVolumes, SettledFiles.Length), Copy(source, "second", CacheProblem.NotWritable));
        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), Copy(source, "third"));
        AssertCacheHolds(source);
    }

    /// <summary>A process that ends while it waits within the kernel stays until the disk has the content.</summary>
    [TestMethod]
    public void ContentIsOnItsDiskOnceItWasWaitedFor()
    {
        using FileStream file = File.Create(Volume.PathOf("large"));
        file.Write(new byte[8 * 1024 * 1024]);
        file.Flush();
        int descriptor = (int)file.SafeFileHandle.DangerousGetHandle();
        Tools.SkipUnless(DirtyPages.TryCount(descriptor, out LinuxNative.Cachestat before), "Linux before 6.5 cannot be asked.");
        Assert.IsGreaterThan(0UL, before.Dirty);

        Writeback.Wait(descriptor);

        Assert.IsTrue(DirtyPages.TryCount(descriptor, out LinuxNative.Cachestat after));
        Assert.AreEqual((0UL, 0UL), (after.Dirty, after.Writeback));
    }

    [TestMethod]
    public void AnotherProcessClonesFromTheEntryToo()
    {
        string source = SettledFiles.Take();
        Copy(source, "first");

        Forget(source);
        var other = new LinuxCloner(new VolumePairs());
        using CloneCache cache = other.NewCache(CacheLocation.At(Folder))!;

        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), other.Copy(source, Volume.PathOf("later"), cache));
        AssertSame(source, "later");
    }

    [TestMethod]
    public void WithTwoCachesEachServesItsOwnEntries()
    {
        string source = SettledFiles.Take();
        Copy(source, "first");
        foreach ((OutcomeKind, Reason) expected in new[]
        {
            (OutcomeKind.Copied, Reason.DifferentVolumesBeingCached),
            (OutcomeKind.ClonedFromCache, Reason.None),
        })
        {
            using (CloneCache other = Strategy.NewCache(CacheLocation.At(Volume.PathOf("other-cache")))!)
            {
                CloneOutcome outcome = Strategy.Copy(source, Volume.PathOf("second"), other);
                Assert.AreEqual(expected, (outcome.Kind, outcome.Reason), outcome.ToString());
            }

            Strategy.CacheUpkeep.Wait();
            AssertSame(source, "second");
        }

        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(source, "third", sameProcess: true));
        AssertClone(source, "third");
    }

    [TestMethod]
    public void AnExistingDestinationIsReplacedByAClone()
    {
        string source = SettledFiles.Take();
        Copy(source, "first");
        Files.Write(Volume.PathOf("later"), 5000);

        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(source, "later"));
        CollectionAssert.AreEqual(new[] { "cache", "first", "later" }, Names(Volume.Folder));
    }

    [TestMethod]
    public void AFileThatReplacesAnotherIsAddedToo()
    {
        string source = SettledFiles.Take();
        Files.Write(Volume.PathOf("first"), 5000);

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), Copy(source, "first"));
        AssertCacheHolds(source);
    }

    [TestMethod]
    public void ACallCopiesWhatItLacksAndNothingIsAddedBeforeItEnds()
    {
        string source = SettledFiles.Take();
        using (CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!)
        {
            foreach (string name in new[] { "first", "second" })
            {
                Assert.AreEqual(
                    CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length),
                    Strategy.Copy(source, Volume.PathOf(name), cache));
            }

            Strategy.CacheUpkeep.Wait();
            AssertCacheHolds();
        }

        Strategy.CacheUpkeep.Wait();
        AssertCacheHolds(source);
        Assert.AreEqual(SettledFiles.Length, Strategy.CacheUpkeep.BytesAdded, "Once, though it was copied twice.");
    }

    [TestMethod]
    public void WritingToAnOutputChangesNoOther()
    {
        string source = SettledFiles.Take();
        Copy(source, "first");
        File.WriteAllText(Volume.PathOf("first"), "changed");

        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(source, "later"));
    }

    [TestMethod]
    [DataRow(SettledFiles.Length, Reason.DifferentVolumesBeingCached)]
    [DataRow(SettledFiles.Length + 1, Reason.DifferentVolumes)]
    public void OnlyFilesOfAtLeastTheThresholdAreCached(long threshold, Reason expected)
    {
        using CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!;
        Assert.AreEqual(64 * 1024, cache.MinimumFileSize);
        cache.MinimumFileSize = threshold;

        Assert.AreEqual(expected, Strategy.Copy(SettledFiles.Take(), Volume.PathOf("first"), cache).Reason);
        Assert.AreEqual(expected == Reason.DifferentVolumesBeingCached, Directory.Exists(Folder));
    }

    [TestMethod]
    public void AFileThatWasWrittenJustNowIsNotCached()
    {
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        string source = Files.Write(plain.PathOf("source"), SettledFiles.Length);

        Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesTooNew, SettledFiles.Length), Copy(source, "first"));
        Assert.IsEmpty(Names(Folder).Where(n => n.EndsWith(CacheFiles.Entry, StringComparison.Ordinal)));
    }

    [TestMethod]
    public void TheFolderIsItsOwnersAloneAndKeptOutOfGitAndBackups()
    {
        using (Files.Umask(0))
        {
            Copy(SettledFiles.Take(), "first");
        }

        Assert.AreEqual("700", Mode(Folder));
        Assert.AreEqual("400", Mode(Names(Folder, CacheFiles.Entry).Single()));
        Assert.AreEqual("600", Mode(Names(Folder, CacheFiles.Record).Single()));
        Assert.AreEqual("*\n", File.ReadAllText(Path.Combine(Folder, ".gitignore")));
        Assert.StartsWith("Signature: 8a477f597d28d172789f06886806bc55\n", File.ReadAllText(Path.Combine(Folder, "CACHEDIR.TAG")));
    }

    [TestMethod]
    public void TheFolderIsAskedForOnceAndOnlyWhenAFileNeedsIt()
    {
        int asked = 0;
        using CloneCache cache = Strategy.NewCache(new FoundBy(() =>
        {
            asked++;
            return Folder;
        }))!;
        Strategy.Copy(Files.Write(Volume.PathOf("own"), SettledFiles.Length), Volume.PathOf("own-copy"), cache);
        Assert.AreEqual(0, asked);
        Assert.IsNull(cache.Folder);

        string[] sources = SettledFiles.Take(2);
        Strategy.Copy(sources[0], Volume.PathOf("first"), cache);
        Strategy.Copy(sources[1], Volume.PathOf("second"), cache);

        Assert.AreEqual(1, asked);
        Assert.AreEqual(Folder, cache.Folder);
        cache.Dispose();
        Strategy.CacheUpkeep.Wait();
        Assert.AreEqual(2 * SettledFiles.Length, Strategy.CacheUpkeep.BytesAdded);
    }

    [TestMethod]
    public void InARepositoryTheFolderIsLookedForWhenAFileNeedsIt()
    {
        string project = Directory.CreateDirectory(Volume.PathOf("repo/src")).FullName;
        using CloneCache cache = Strategy.NewCache(CacheLocation.InRepositoryOf(project))!;
        Strategy.Copy(Files.Write(Volume.PathOf("own"), SettledFiles.Length), Volume.PathOf("own-copy"), cache);
        Assert.IsNull(cache.Folder);

        // A repository from here on, which only who looks now can find.
        File.WriteAllText(Volume.PathOf("repo/.git"), string.Empty);
        Strategy.Copy(SettledFiles.Take(), Volume.PathOf("first"), cache);

        Assert.AreEqual(Volume.PathOf("repo/.copyonwrite-cache"), cache.Folder);
        cache.Dispose();
        Strategy.CacheUpkeep.Wait();
        Assert.AreEqual(SettledFiles.Length, Strategy.CacheUpkeep.BytesAdded);
    }

    [TestMethod]
    public void WithoutAFolderFilesAreCopied()
    {
        string source = SettledFiles.Take();
        using CloneCache cache = Strategy.NewCache(new FoundBy(() => null))!;

        Assert.AreEqual(
            CloneOutcome.Copied(Reason.DifferentVolumes, SettledFiles.Length), Strategy.Copy(source, Volume.PathOf("first"), cache));
        Assert.AreEqual(CacheProblem.None, cache.Problem);
        AssertSame(source, "first");
    }
}
