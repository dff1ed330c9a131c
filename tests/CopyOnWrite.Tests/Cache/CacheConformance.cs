namespace CopyOnWrite.Tests.Cache;

/// <summary>
/// The cross-volume cache as every system has it: the output is right whatever happens, nothing fails, and the call's line says what
/// happened ("What happens when" in docs/guide/cache.md; whole builds: CloneCacheRobustnessTests of Sdk.Tests). A class for each lane
/// inherits it.
/// </summary>
public abstract partial class CacheConformance : CacheTests
{
    [TestMethod]
    public void TheFirstCopyIsMadeAsWithoutACacheAndLaterOnesAreClonesOfItsEntry()
    {
        string source = Lane.Take();
        Platform process = Lane.NewProcess();

        Assert.AreEqual(Added, Copy(process, source, "first"));
        Assert.AreEqual(0, Lane.BytesInCommon(Entry(source), Lane.PathOf("first")));
        AssertClone(process, source, "second");
        AssertClone(process, source, "third");
        AssertServes(source);
        AssertCacheHolds(source);
        Assert.AreEqual(Lane.MetadataOf(Lane.PathOf("first")), Lane.MetadataOf(Lane.PathOf("second")));
    }

    [TestMethod]
    public void ACallAddsNothingBeforeItEndsAndEachSourceOnce()
    {
        string source = Lane.Take();
        Platform process = Lane.NewProcess();
        using (CloneCache cache = NewCache(process))
        {
            Assert.AreEqual(Added, Copy(process, cache, source, "first"));
            Assert.AreEqual(Added, Copy(process, cache, source, "second"));
            process.CacheFiller.Wait();
            AssertCacheHolds();
        }

        process.CacheFiller.Wait();
        AssertCacheHolds(source);
    }

    [TestMethod]
    public void WritingToAnOutputChangesNoOther()
    {
        string source = CachedSources(1)[0];
        AssertServes(source, "first");
        File.WriteAllText(Lane.PathOf("first"), "changed");

        AssertServes(source, "later");
    }

    [TestMethod]
    [DataRow((16 * 1024) - 1, false)]
    [DataRow(16 * 1024, true)]
    public void OnlyFilesOfAtLeastTheThresholdAreLookedForInTheCache(int length, bool isLookedFor)
    {
        Platform process = Lane.NewProcess();
        using CloneCache cache = NewCache(process);
        string source = Files.Write(Lane.PathOnAnother("source"), length);

        Assert.AreEqual(!isLookedFor, Copy(process, cache, source, "first") == Reason.DifferentVolumesTooSmall);
        Assert.AreEqual(isLookedFor, Directory.Exists(Folder));
    }

    [TestMethod]
    public void AFileThatWasWrittenJustNowIsNotCached()
    {
        string source = Lane.NewSource();

        Assert.AreEqual(TooNew, Copy(source, "first"));
        AssertCacheHolds();
    }

    [TestMethod]
    public void TheFolderIsLookedForOnceAndOnlyWhenAFileNeedsIt()
    {
        int asked = 0;
        Platform process = Lane.NewProcess();
        string own = Files.Write(Lane.PathOf("own"), Lane.Length);
        string[] sources = Lane.Take(2);
        using (CloneCache cache = process.NewCache(() =>
        {
            asked++;
            return [Folder];
        })!)
        {
            // On the same volume Windows from 26100 on copies, and clones within its copy.
            Assert.AreNotEqual(OutcomeKind.NotHandled, process.Copy(own, Lane.PathOf("own-copy"), cache).Kind);
            Assert.AreEqual((0, null, false), (asked, cache.Folder, Directory.Exists(Folder)));

            Assert.AreEqual(Added, Copy(process, cache, sources[0], "first"));
            Assert.AreEqual(Added, Copy(process, cache, sources[1], "second"));
            Assert.AreEqual((1, Folder), (asked, cache.Folder));
        }

        process.CacheFiller.Wait();
        AssertCacheHolds(sources);
    }

    [TestMethod]
    public void WhereOnePlaceWillNotDoTheNextIsUsed()
    {
        string taken = Files.Write(Lane.PathOf("taken"), 1);
        string source = Lane.Take();
        Platform process = Lane.NewProcess();
        using (CloneCache cache = process.NewCache(() => [taken, Folder])!)
        {
            Assert.AreEqual(Added, Copy(process, cache, source, "first"));
            Assert.AreEqual((Folder, CacheProblem.None), (cache.Folder, cache.Problem));
        }

        process.CacheFiller.Wait();
        AssertServes(source);
    }

    [TestMethod]
    public void WithoutAFolderFilesAreCopied()
    {
        Platform process = Lane.NewProcess();
        using CloneCache cache = process.NewCache(() => [])!;

        Assert.AreEqual(Reason.DifferentVolumesWithoutCache, Copy(process, cache, Lane.Take(), "first"));
        Assert.AreEqual(CacheProblem.None, cache.Problem);
    }
}
