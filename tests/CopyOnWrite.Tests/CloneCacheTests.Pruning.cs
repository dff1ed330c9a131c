using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

/// <summary>What stays when the cache is pruned, and what goes.</summary>
public abstract partial class CloneCacheTests
{
    private static readonly TimeSpan s_month = TimeSpan.FromDays(30);

    [TestMethod]
    public void EntriesUnusedForTooLongAreRemoved()
    {
        string[] sources = MakeEntries(3);
        LastUsed(sources[0], TimeSpan.FromDays(31));
        LastUsed(sources[1], TimeSpan.FromDays(29));

        Strategy.PruneCache(Folder, long.MaxValue, s_month);

        AssertCacheHolds(sources[1..]);
    }

    [TestMethod]
    public void OfTooManyEntriesThoseThatWereNotUsedForLongestGo()
    {
        string[] sources = MakeEntries(5);
        int[] daysAgo = [3, 1, 5, 2, 4];
        for (int i = 0; i < sources.Length; i++)
        {
            LastUsed(sources[i], TimeSpan.FromDays(daysAgo[i]));
        }

        Strategy.PruneCache(Folder, (3 * SettledFiles.Length) + 1, s_month);

        AssertCacheHolds(sources[0], sources[1], sources[3]);
    }

    [TestMethod]
    public void EntriesThatFitAllStay()
    {
        string[] sources = MakeEntries(3);
        Strategy.PruneCache(Folder, 3 * SettledFiles.Length, s_month);
        AssertCacheHolds(sources);
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void AnEntryThatIsUsedAgainStays()
    {
        string[] sources = MakeEntries(2);
        LastUsed(sources[0], TimeSpan.FromDays(31));
        LastUsed(sources[1], TimeSpan.FromDays(31));
        Assert.AreEqual(CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(sources[0], "again"));

        Strategy.PruneCache(Folder, long.MaxValue, s_month);

        AssertCacheHolds(sources[0]);
        Assert.AreEqual(
            CloneOutcome.ClonedFromCache(SettledFiles.Length), Copy(sources[0], "once-more"), "Noting the use must not spoil the record.");
    }

    [TestMethod]
    public void WhatKilledProcessesLeftGoesAndWhatALivingOneMakesStays()
    {
        string[] sources = SettledFiles.Take(3);
        Copy(sources[0], "first");
        File.WriteAllText(PathInCache(sources[1], CacheFiles.Claim), "dead");
        File.WriteAllText(PathInCache(sources[1], CacheFiles.New), "dead");
        using FileStream claim = LiveClaim(sources[2]);
        File.WriteAllText(PathInCache(sources[2], CacheFiles.New), "alive");

        Strategy.PruneCache(Folder, long.MaxValue, s_month);

        string[] living = [PathInCache(sources[2], CacheFiles.Claim), PathInCache(sources[2], CacheFiles.New)];
        Assert.IsTrue(living.All(File.Exists), string.Join(", ", Names(Folder)));
        claim.Dispose();
        Strategy.PruneCache(Folder, long.MaxValue, s_month);
        AssertCacheHolds(sources[0]);
    }

    [TestMethod]
    [DataRow(".entry")]
    [DataRow(".record")]
    public void OneFileOfTheTwoGoesWhenItHasStoodAloneForAWhile(string ending)
    {
        string[] sources = MakeEntries(3);
        string other = ending == CacheFiles.Entry ? CacheFiles.Record : CacheFiles.Entry;
        File.Delete(PathInCache(sources[0], other));
        File.Delete(PathInCache(sources[1], other));
        File.SetLastWriteTimeUtc(PathInCache(sources[0], ending), DateTime.UtcNow - TimeSpan.FromMinutes(10));

        Strategy.PruneCache(Folder, long.MaxValue, s_month);

        Assert.IsFalse(File.Exists(PathInCache(sources[0], ending)));
        Assert.IsTrue(File.Exists(PathInCache(sources[1], ending)), "A living process may be about to make the other.");
        Assert.IsTrue(File.Exists(PathInCache(sources[2], ending)));
    }

    [TestMethod]
    public void FilesOfOtherKindsAreLeftAlone()
    {
        string source = MakeEntries(1).Single();
        string[] others =
        [
            "notes.txt", "entry", "x.entry.txt", "x.claimed", "folder/x.entry", "folder/x.claim",
            "settings.new", "insurance.claim", "diary.entry", "world.record", "0123456789ABCDEF.new", "0123456789abcdef0.claim",
            "0123456789abcde.entry",
        ];
        string[] before = [".gitignore", "CACHEDIR.TAG", "folder", .. others.Where(name => !name.Contains('/'))];
        Directory.CreateDirectory(Path.Combine(Folder, "folder"));
        foreach (string name in others)
        {
            File.WriteAllText(Path.Combine(Folder, name), name);
            File.SetLastWriteTimeUtc(Path.Combine(Folder, name), new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        }

        Strategy.PruneCache(Folder, 0, TimeSpan.Zero);

        Assert.IsFalse(File.Exists(PathInCache(source, CacheFiles.Entry)));
        CollectionAssert.AreEqual(before.Order(StringComparer.Ordinal).ToArray(), Names(Folder));
        CollectionAssert.AreEqual(new[] { "x.claim", "x.entry" }, Names(Path.Combine(Folder, "folder")));
    }

    [TestMethod]
    public void AFolderThatIsMissingOrAFileIsNoError()
    {
        Strategy.PruneCache(Volume.PathOf("none"), 0, TimeSpan.Zero);
        File.WriteAllText(Folder, "a file");
        Strategy.PruneCache(Folder, 0, TimeSpan.Zero);
        Assert.AreEqual("a file", File.ReadAllText(Folder));
    }

    private string[] MakeEntries(int count)
    {
        string[] sources = SettledFiles.Take(count);
        foreach (string source in sources)
        {
            Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, SettledFiles.Length), Copy(source, "any"));
        }

        return sources;
    }

    private void LastUsed(string source, TimeSpan ago) =>
        File.SetLastWriteTimeUtc(PathInCache(source, CacheFiles.Record), DateTime.UtcNow - ago);
}
