namespace CopyOnWrite.Tests.Cache;

/// <summary>What stays when the cache is pruned, what goes, and what people are shown of it.</summary>
public abstract partial class CacheConformance
{
    [TestMethod]
    public void EntriesUnusedForTooLongAreRemoved()
    {
        string[] sources = CachedSources(3);
        LastUsed(sources[0], TimeSpan.FromDays(31));
        LastUsed(sources[1], TimeSpan.FromDays(29));

        Prune();

        AssertCacheHolds(sources[1..]);
    }

    [TestMethod]
    public void OfTooManyEntriesThoseThatWereNotUsedForLongestGo()
    {
        string[] sources = CachedSources(5);
        int[] daysAgo = [3, 1, 5, 2, 4];
        for (int i = 0; i < sources.Length; i++)
        {
            LastUsed(sources[i], TimeSpan.FromDays(daysAgo[i]));
        }

        Prune(5 * Lane.Length);
        AssertCacheHolds(sources);
        Prune((3 * Lane.Length) + 1);
        AssertCacheHolds(sources[0], sources[1], sources[3]);
    }

    /// <summary>The use of entries that have just served is noted once an hour, and a state that will not serve is newer.</summary>
    [TestMethod]
    public void OfTooManyEntriesOlderStatesOfASourceGoFirst()
    {
        string[] sources = CachedSources(3);
        LastUsed(sources[0], TimeSpan.FromMinutes(50));
        LastUsed(sources[1], TimeSpan.FromMinutes(50));
        string entry = Entry(sources[2]);
        string older = Path.Combine(Path.GetDirectoryName(entry)!, Path.GetFileName(entry)[..17] + new string('0', 96) + CacheFiles.Entry);
        File.Copy(entry, older);
        File.SetLastAccessTimeUtc(older, DateTime.UtcNow.AddMinutes(-10));

        Prune((3 * Lane.Length) + 1);

        AssertCacheHolds(sources);
    }

    [TestMethod]
    public void AnEntryThatIsUsedAgainStaysAndNotingItDoesNotSpoilTheEntry()
    {
        string[] sources = CachedSources();
        LastUsed(sources[0], TimeSpan.FromDays(31));
        LastUsed(sources[1], TimeSpan.FromDays(31));
        AssertServes(sources[0]);

        Prune();

        AssertCacheHolds(sources[0]);
        AssertServes(sources[0]);
    }

    [TestMethod]
    public void AUseWithinTheHourIsNotNotedAgain()
    {
        LastUsed(Cached, TimeSpan.FromMinutes(50));
        DateTime before = File.GetLastAccessTimeUtc(Entry(Cached));

        AssertServes(Cached);

        Assert.AreEqual(before, File.GetLastAccessTimeUtc(Entry(Cached)));
    }

    [TestMethod]
    public void WhatKilledProcessesLeftGoesAndWhatALivingOneMakesStays()
    {
        string[] cached = CachedSources(1);
        string[] sources = Lane.Take(2);
        File.WriteAllText(Lane.InCache(sources[0], CacheFiles.New), "left");
        using (Lane.Begin(sources[1]))
        {
            Prune();

            Assert.IsFalse(File.Exists(Lane.InCache(sources[0], CacheFiles.New)));
            Assert.IsTrue(File.Exists(Lane.InCache(sources[1], CacheFiles.New)), string.Join(", ", NamesInCache()));
        }

        Prune();
        AssertCacheHolds(cached);
    }

    [TestMethod]
    public void FilesOfOtherKindsAreLeftAlone()
    {
        CachedSources(1);
        string[] others =
        [
            "notes.txt", "entry", "x.entry.txt", "x.claimed", "settings.new", "insurance.claim", "diary.entry", "world.record",
            "0123456789ABCDEF.new", "0123456789abcdef0.claim", "0123456789abcde.entry", "0123456789abcdef.entry",
            "0123456789abcdef-0.entry", "folder/x.entry", "folder/x.claim",
        ];
        Directory.CreateDirectory(Path.Combine(Folder, "folder"));
        foreach (string name in others)
        {
            File.WriteAllText(Path.Combine(Folder, name), name);
            File.SetLastWriteTimeUtc(Path.Combine(Folder, name), new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        }

        Prune(0);
        CollectionAssert.AreEqual(
            (string[])[.. new[] { CacheFiles.Ignore, CacheFiles.Tag, "folder" }.Concat(others[..^2]).Order(StringComparer.Ordinal)],
            NamesInCache());
        CollectionAssert.AreEqual(new[] { "x.claim", "x.entry" }, Names(Path.Combine(Folder, "folder")));
    }

    [TestMethod]
    public void AFolderThatIsMissingIsNoError()
    {
        Lane.NewProcess().PruneCache(Lane.PathOf("none"), 0, TimeSpan.Zero);
        Assert.IsFalse(Directory.Exists(Lane.PathOf("none")));
    }

    [TestMethod]
    public void WhatAProcessThatWasKilledWhileItMadeTheFolderLeftIsRemovedByTheNext()
    {
        string[] sources = CachedSources(1);
        File.Delete(Path.Combine(Folder, CacheFiles.Ignore));
        File.WriteAllText(Path.Combine(Folder, TemporaryFiles.NewName()), "half");

        Prune();

        AssertCacheHolds(sources);
        CollectionAssert.Contains(NamesInCache(), CacheFiles.Ignore);
    }

    [TestMethod]
    [DataRow(-1, true)]
    [DataRow(0, false)]
    [DataRow(23, false)]
    [DataRow(25, true)]
    public void ItIsPrunedOnceADayAndAfterAnAdditionAndAtOnceWhereTheLastTimeIsYetToCome(int hoursAgo, bool isPruned)
    {
        string source = CachedSources(1)[0];
        TimeSpan ago = hoursAgo < 0 ? TimeSpan.FromDays(-365) : TimeSpan.FromHours(hoursAgo) + TimeSpan.FromMinutes(1);
        File.SetLastWriteTimeUtc(Path.Combine(Folder, CacheFiles.Tag), DateTime.UtcNow - ago);

        Assert.AreEqual(isPruned, IsToBePrunedAfter(source));
        Prune();
        Assert.IsFalse(IsToBePrunedAfter(source));
        Assert.IsTrue(IsToBePrunedAfter(Source, Added), "Else it would grow for a day.");
    }

    private bool IsToBePrunedAfter(string source, Reason expected = Cloned)
    {
        Platform process = Lane.NewProcess();
        using CloneCache cache = NewCache(process);
        Assert.AreEqual(expected, Copy(process, cache, source, "again"));
        return cache.IsToBePruned;
    }
}
