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
        Assert.AreEqual(Added, Copy(Process, Source, "first"));
        Assert.AreEqual(0, Lane.BytesInCommon(Entry(Source), Lane.PathOf("first")));
        AssertClone(Process, Source, "second");
        AssertClone(Process, Source, "third");
        AssertServes(Source);
        AssertCacheHolds(Source);
        Assert.AreEqual(Lane.MetadataOf(Lane.PathOf("first")), Lane.MetadataOf(Lane.PathOf("second")));
    }

    [TestMethod]
    public void ACallAddsNothingBeforeItEndsAndEachSourceOnce()
    {
        InOneCall(cache =>
        {
            Assert.AreEqual(Added, Copy(Process, cache, Source, "first"));
            Assert.AreEqual(Added, Copy(Process, cache, Source, "second"));
            Process.CacheFiller.Wait();
            AssertCacheHolds();
        });
        AssertCacheHolds(Source);
    }

    [TestMethod]
    public void WritingToAnOutputChangesNoOther()
    {
        AssertServes(Cached, "first");
        File.WriteAllText(Lane.PathOf("first"), "changed");

        AssertServes(Cached, "later");
    }

    [TestMethod]
    [DataRow((16 * 1024) - 1, false)]
    [DataRow(16 * 1024, true)]
    public void OnlyFilesOfAtLeastTheThresholdAreLookedForInTheCache(int length, bool isLookedFor)
    {
        using CloneCache cache = NewCache(Process);
        string source = Files.Write(Lane.PathOnAnother("source"), length);

        Assert.AreEqual(!isLookedFor, Copy(Process, cache, source, "first") == Reason.DifferentVolumesTooSmall);
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
        string own = Files.Write(Lane.PathOf("own"), Lane.Length);
        string[] sources = Lane.Take(2);
        using (CloneCache cache = Process.NewCache(() =>
        {
            asked++;
            return [Folder];
        })!)
        {
            // On the same volume Windows from 26100 on copies, and clones within its copy.
            Assert.AreNotEqual(OutcomeKind.NotHandled, Process.Copy(own, Lane.PathOf("own-copy"), cache).Kind);
            Assert.AreEqual((0, null, false), (asked, cache.Folder, Directory.Exists(Folder)));

            Assert.AreEqual(Added, Copy(Process, cache, sources[0], "first"));
            Assert.AreEqual(Added, Copy(Process, cache, sources[1], "second"));
            Assert.AreEqual((1, Folder), (asked, cache.Folder));
        }

        Process.CacheFiller.Wait();
        AssertCacheHolds(sources);
    }

    [TestMethod]
    public void WhereOnePlaceWillNotDoTheNextIsUsed()
    {
        string taken = Files.Write(Lane.PathOf("taken"), 1);
        using (CloneCache cache = Process.NewCache(() => [taken, Folder])!)
        {
            Assert.AreEqual(Added, Copy(Process, cache, Source, "first"));
            Assert.AreEqual((Folder, CacheProblem.None), (cache.Folder, cache.Problem));
        }

        Process.CacheFiller.Wait();
        AssertServes(Source);
    }

    [TestMethod]
    public void WithoutAFolderFilesAreCopied()
    {
        using CloneCache cache = Process.NewCache(() => [])!;

        Assert.AreEqual(Reason.DifferentVolumesWithoutCache, Copy(Process, cache, Lane.Take(), "first"));
        Assert.AreEqual(CacheProblem.None, cache.Problem);
    }
}
