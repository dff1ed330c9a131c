namespace CopyOnWrite.Tests.Cache;

/// <summary>Sources that changed since they were cached, and broken entries: a copy at worst, never the wrong file.</summary>
public abstract partial class CacheConformance
{
    [TestMethod]
    [TestCategory("Slow")]
    [DataRow("rewritten")]
    [DataRow("replaced by another file")]
    public void ASourceReplacedInPlaceWithItsSizeAndTimeIsCopiedAndCachedAnew(string how)
    {
        string[] sources = CachedSources();
        ReplaceInPlace(sources, how);

        AssertHasChanged(sources[0], "one");
        Lane.Settle(sources[0]);
        Copy(sources[0], "two"); // Added now, if it was too new before.
        AssertServes(sources[0]);
    }

    /// <summary>As of a file that is built each day: the cache does not grow by each state.</summary>
    [TestMethod]
    [TestCategory("Slow")]
    public void AfterThreeChangesOfASourcePruningLeavesOneEntryOfItAfterADayAndThoseOfOtherSources()
    {
        string[] sources = CachedSources();
        LastUsed(sources[0], TimeSpan.FromHours(25));
        for (int change = 1; change <= 3; change++)
        {
            ReplaceInPlace(sources, "rewritten");
            Lane.Settle(sources[0]);
            Assert.AreEqual(Added, Copy(sources[0], $"changed-{change}"));
            AssertServes(sources[0]);
            LastUsed(sources[0], change < 3 ? TimeSpan.FromHours(25) : TimeSpan.Zero);
        }

        Prune();
        AssertCacheHolds(sources);
    }

    [TestMethod]
    public void ASourceWhosePermissionsOrAttributesAloneChangedIsCopiedWithTheNewOnes()
    {
        Lane.ChangeMetadata(Cached);

        AssertHasChanged(Cached, "later");
    }

    [TestMethod]
    public void AnotherSourceUnderTheOldOnesNameIsNotTakenForIt()
    {
        string[] sources = CachedSources();
        File.Move(sources[0], sources[0] + ".kept");
        File.Move(sources[1], sources[0]);
        File.Move(sources[0] + ".kept", sources[1]);

        AssertHasChanged(sources[0], "one");
        AssertHasChanged(sources[1], "two");
    }

    [TestMethod]
    [DataRow("flipped")]
    [DataRow("altered")]
    [DataRow("truncated")]
    [DataRow("longer")]
    [DataRow("swapped with another")]
    [DataRow("a link")]
    [DataRow("a hard link of another")]
    [DataRow("deleted")]
    [DataRow("copied without its time and mode")]
    public void ABrokenEntryIsNotUsedAndIsReplaced(string how)
    {
        string[] sources = CachedSources();
        Assert.AreEqual(Cloned, Copy(Process, sources[0], "before"));
        BrokenEntry.Break(how, Entry(sources[0]), Entry(sources[1]));

        Assert.AreEqual(Added, Copy(Process, sources[0], "one"));
        AssertServes(sources[0]);

        // The other file of a swapped pair.
        Copy(sources[1], "three");
        AssertServes(sources[1]);
        AssertCacheHolds(sources);
    }

    /// <summary>Only this user and administrators can put one there.</summary>
    [TestMethod]
    [DataRow("")]
    [DataRow(CacheFiles.New)]
    public void AFolderInThePlaceOfACacheFileCostsACopyAndWhatIsInItStays(string ending)
    {
        string[] others = CachedSources(1);
        string place = Lane.InCache(Source, ending);
        BrokenEntry.Break("a folder with files", place, string.Empty);

        foreach (string name in new[] { "one", "two" })
        {
            Assert.AreEqual(Added, Copy(Source, name));
        }

        Assert.AreEqual("mine", File.ReadAllText(Path.Combine(place, "file")));
        Directory.Delete(place, recursive: true);
        AssertCacheHolds(others[0]);
    }

    [TestMethod]
    [DataRow("")]
    [DataRow(CacheFiles.New)]
    public void ALinkInThePlaceOfACacheFileMakesWayAndIsNotFollowed(string ending) => AssertMakesWay("a link", ending);

    private protected void AssertMakesWay(string what, string ending)
    {
        string[] others = CachedSources(1);
        BrokenEntry.Break(what, Lane.InCache(Source, ending), Files.Write(Lane.PathOf("linked"), 100));

        Assert.AreEqual(Added, Copy(Source, "one"));
        AssertServes(Source);
        Assert.AreEqual(100, new FileInfo(Lane.PathOf("linked")).Length);
        AssertCacheHolds(Source, others[0]);
    }
}
