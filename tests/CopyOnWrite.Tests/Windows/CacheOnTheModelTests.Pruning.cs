using System;
using System.IO;
using System.Linq;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Tests.Windows;

/// <summary>What stays when the cache is pruned, what goes, and what people are shown of it.</summary>
public sealed partial class CacheOnTheModelTests
{
    private static readonly TimeSpan s_month = TimeSpan.FromDays(30);

    [TestMethod]
    public void EntriesUnusedForTooLongGo()
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
        string[] sources = MakeEntries(4);
        int[] daysAgo = [3, 1, 5, 2];
        for (int i = 0; i < sources.Length; i++)
        {
            LastUsed(sources[i], TimeSpan.FromDays(daysAgo[i]));
        }

        Strategy.PruneCache(Folder, 2 * (Length + 10), s_month);

        AssertCacheHolds(sources[1], sources[3]);
    }

    [TestMethod]
    public void OnAFullVolumeTheCacheKeepsHalfOfWhatWouldBeFreeWithoutIt()
    {
        string[] sources = MakeEntries(4);
        for (int i = 0; i < sources.Length; i++)
        {
            LastUsed(sources[i], TimeSpan.FromDays(i + 1));
        }

        Model.Free = 0;
        Strategy.PruneCache(Folder, long.MaxValue, s_month);

        AssertCacheHolds(sources[0], sources[1]);
    }

    [TestMethod]
    public void AnEntryThatIsUsedAgainStays()
    {
        string[] sources = MakeEntries(1);
        LastUsed(sources[0], TimeSpan.FromDays(31));
        Assert.AreEqual(OutcomeKind.ClonedFromCache, Copy(sources[0], "again").Kind);

        Strategy.PruneCache(Folder, long.MaxValue, s_month);

        AssertCacheHolds(sources);
    }

    [TestMethod]
    public void WhatProcessesLeftGoesAndWhatALivingOneMakesStays()
    {
        string[] sources = MakeEntries(1);
        string left = PathOf("c/left");
        string living = PathOf("c/living");
        File.WriteAllText(InCache(left, CacheFiles.Claim), "left");
        File.WriteAllText(InCache(left, CacheFiles.New), "left");
        File.WriteAllText(InCache(left, CacheFiles.Entry), "left");
        Claim(living);
        File.WriteAllText(InCache(living, CacheFiles.Entry), "renamed and not yet recorded");
        string foreign = Path.Combine(Folder, "notes.entry");
        File.WriteAllText(foreign, "mine");

        Strategy.PruneCache(Folder, long.MaxValue, s_month);

        Assert.IsTrue(File.Exists(InCache(living, CacheFiles.Claim)));
        Assert.IsTrue(File.Exists(InCache(living, CacheFiles.Entry)));
        Assert.IsTrue(File.Exists(foreign));
        Model.Kill();
        File.Delete(foreign);
        File.Delete(InCache(living, CacheFiles.Entry));
        AssertCacheHolds(sources);
    }

    [TestMethod]
    public void AnEntryThatIsBeingClonedGoesAllTheSame()
    {
        string[] sources = MakeEntries(1);
        Assert.AreEqual(
            0, Model.CreateFile(Entry(sources[0]), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, OPEN_EXISTING, 0, out nint clone));

        Strategy.PruneCache(Folder, 0, s_month);

        Model.CloseHandle(clone);
        AssertCacheHolds();
    }

    [TestMethod]
    public void ItIsPrunedOncePerInterval()
    {
        string[] sources = MakeEntries(2);
        LastUsed(sources[0], TimeSpan.FromDays(31));
        PruneIfDue();
        AssertHas(sources[1]);

        LastUsed(sources[1], TimeSpan.FromDays(31));
        PruneIfDue();
        AssertHas(sources[1]);

        Model.Ahead += TimeSpan.TicksPerDay;
        PruneIfDue();
        AssertHas();
    }

    [TestMethod]
    public void ClearingLeavesNoFolderUnlessSomethingElseIsInIt()
    {
        MakeEntries(2);
        string foreign = Path.Combine(Folder, "notes.txt");
        File.WriteAllText(foreign, "mine");
        Strategy.ClearCache(Folder);
        CollectionAssert.AreEqual(new[] { foreign }, Directory.GetFileSystemEntries(Folder));

        File.Delete(foreign);
        Directory.Delete(Folder);
        MakeEntries(2);
        Strategy.ClearCache(Folder);
        Assert.IsFalse(Directory.Exists(Folder));
    }

    [TestMethod]
    public void TheStateOfEachEntryIsShown()
    {
        string[] sources = MakeEntries(3);
        File.Delete(sources[1]);
        BrokenEntry.Make("entry altered", InCache(sources[2], string.Empty).TrimEnd('.'), string.Empty);
        File.WriteAllText(Path.Combine(Folder, "0123456789abcdef.new"), "left");

        CacheFolderState state = Strategy.ReadCache(Folder);

        Assert.AreEqual((true, CacheProblem.None, 3, 1), (state.Exists, state.Problem, state.Entries.Count, state.Leftovers));
        Assert.AreEqual(EntryState.Usable, state.Entries.Single(entry => entry.Source == sources[0]).State);
        Assert.AreEqual(EntryState.Outdated, state.Entries.Single(entry => entry.Source == sources[1]).State);
        Assert.AreEqual(EntryState.Damaged, state.Entries.Single(entry => entry.Source == sources[2]).State);
        Assert.IsFalse(Strategy.ReadCache(PathOf("none")).Exists);
        Model.SetSecurity(Folder, ModelSecurity.AsADataVolumeHasIt(Model.User));
        Assert.AreEqual(CacheProblem.WritableByOthers, Strategy.ReadCache(Folder).Problem);
    }

    /// <summary>Of lengths of their own: their contents differ.</summary>
    private string[] MakeEntries(int count)
    {
        string[] sources = [.. Enumerable.Range(1, count).Select(number => Package(new string('p', number), Length + number))];
        foreach (string source in sources)
        {
            Copy(source, Path.GetFileName(source) + "-copy");
        }

        return sources;
    }

    private void LastUsed(string source, TimeSpan ago) =>
        File.SetLastWriteTimeUtc(InCache(source, CacheFiles.Record), DateTime.FromFileTimeUtc(Model.SystemTime()) - ago);

    private void PruneIfDue()
    {
        using CloneCache cache = Strategy.NewCache(CacheLocation.At(Folder))!;
        Strategy.Copy(Package("any", Length + 9), PathOf("any"), cache);
        cache.Dispose();
        Strategy.CacheUpkeep.Wait();
        cache.PruneIfDue(TimeSpan.FromDays(1), long.MaxValue, s_month, keepOutOfGit: true);
    }

    private void AssertHas(params string[] sources) =>
        CollectionAssert.AreEquivalent(
            sources.Append(PathOf("c/any")).Select(Entry).ToArray(), Directory.GetFiles(Folder, "*" + CacheFiles.Entry));
}
