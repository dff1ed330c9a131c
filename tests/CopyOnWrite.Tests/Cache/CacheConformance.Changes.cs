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

        Assert.AreEqual(Outdated, Copy(sources[0], "one"));
        Lane.Settle(sources[0]);
        Copy(sources[0], "two"); // Added now, if it was too new before.
        AssertServes(sources[0]);
    }

    [TestMethod]
    public void ASourceWhosePermissionsOrAttributesAloneChangedIsCopiedWithTheNewOnes()
    {
        string source = CachedSources(1)[0];
        Lane.ChangeMetadata(source);

        Assert.AreEqual(Outdated, Copy(source, "later"));
    }

    [TestMethod]
    public void AnotherSourceUnderTheOldOnesNameIsNotTakenForIt()
    {
        string[] sources = CachedSources();
        File.Move(sources[0], sources[0] + ".kept");
        File.Move(sources[1], sources[0]);
        File.Move(sources[0] + ".kept", sources[1]);

        Assert.AreEqual(Outdated, Copy(sources[0], "one"));
        Assert.AreEqual(Outdated, Copy(sources[1], "two"));
    }

    [TestMethod]
    [DataRow("entry flipped")]
    [DataRow("entry altered")]
    [DataRow("entry truncated")]
    [DataRow("entry swapped with another")]
    [DataRow("entry a link")]
    [DataRow("entry a hard link of another")]
    [DataRow("entry deleted")]
    [DataRow("record truncated")]
    [DataRow("record empty")]
    [DataRow("record altered")]
    [DataRow("record deleted")]
    [DataRow("record a link")]
    [DataRow("record swapped with another")]
    [DataRow("both swapped with another")]
    public void ABrokenEntryIsNamedAndReplaced(string how)
    {
        string[] sources = CachedSources();
        Break(how, sources);

        // Another source's record is one of another path (Unix) or of another file (Windows, where a path has several spellings).
        Reason reason = Copy(sources[0], "one");
        bool isOthers = how is "record swapped with another" or "both swapped with another";
        Assert.IsTrue(reason == (how == "record deleted" ? Added : Damaged) || (isOthers && reason == Outdated), $"{reason}");
        AssertServes(sources[0]);

        // The other file of a swapped pair.
        Copy(sources[1], "three");
        AssertServes(sources[1]);
        AssertCacheHolds(sources);
    }

    /// <summary>Without reading the record again, which need not be there then.</summary>
    [TestMethod]
    [DataRow("entry flipped")]
    [DataRow("entry truncated")]
    [DataRow("entry swapped with another")]
    [DataRow("entry a link")]
    [DataRow("entry a hard link of another")]
    [DataRow("entry deleted")]
    [DataRow("both swapped with another")]
    public void AProcessThatHasUsedTheEntrySeesTheDamageToo(string how)
    {
        string[] sources = CachedSources();
        FileCloner process = Lane.NewProcess();
        Assert.AreEqual(Cloned, Copy(process, sources[0], "one"));
        Assert.AreEqual(Cloned, Copy(process, sources[1], "two"));
        Break(how, sources);

        Reason reason = Copy(process, sources[0], "three");
        Assert.IsTrue(reason == Damaged || (reason == Outdated && how == "both swapped with another"), $"{reason}");
        AssertClone(process, sources[0], "four");
        Copy(process, sources[1], "five");
        AssertClone(process, sources[1], "six");
    }

    /// <summary>Only this user and administrators can put one there.</summary>
    [TestMethod]
    [DataRow(CacheFiles.Entry)]
    [DataRow(CacheFiles.Record)]
    [DataRow(CacheFiles.Claim)]
    [DataRow(CacheFiles.New)]
    public void AFolderInThePlaceOfACacheFileCostsACopyAndWhatIsInItStays(string ending)
    {
        string source = Lane.Take();
        string[] others = CachedSources(1);
        string place = Lane.InCache(source, ending);
        BrokenEntry.Put("a folder with files", place, string.Empty);

        foreach (string name in new[] { "one", "two" })
        {
            Assert.AreEqual(ending == CacheFiles.Record ? WhereTheRecordIsAFolder : Added, Copy(source, name));
        }

        Assert.AreEqual("mine", File.ReadAllText(Path.Combine(place, "file")));
        Directory.Delete(place, recursive: true);
        AssertCacheHolds(others[0]);
    }

    [TestMethod]
    [DataRow(CacheFiles.Claim)]
    [DataRow(CacheFiles.New)]
    public void ALinkInThePlaceOfACacheFileMakesWayAndIsNotFollowed(string ending) => AssertMakesWay("a link", ending);

    private protected void AssertMakesWay(string what, string ending)
    {
        string source = Lane.Take();
        string[] others = CachedSources(1);
        BrokenEntry.Put(what, Lane.InCache(source, ending), Files.Write(Lane.PathOf("linked"), 100));

        Assert.AreEqual(ending == CacheFiles.Record ? Damaged : Added, Copy(source, "one"));
        AssertServes(source);
        Assert.AreEqual(100, new FileInfo(Lane.PathOf("linked")).Length);
        AssertCacheHolds(source, others[0]);
    }
}
