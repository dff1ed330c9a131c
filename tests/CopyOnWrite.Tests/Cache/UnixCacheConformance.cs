namespace CopyOnWrite.Tests.Cache;

/// <summary>What Unix has and Windows has not. Opening a pipe waits until a process writes to it: the bounds are for that.</summary>
public abstract class UnixCacheConformance(string volume) : CacheConformance
{
    private protected override CacheLane OpenLane() => new LinuxCacheLane(volume);

    [TestMethod]
    [Timeout(120_000)]
    [DataRow("a pipe")]
    [DataRow("without permissions")]
    [DataRow("under another name as well")]
    [DataRow("a link to where it was moved")]
    public void AnEntryThatIsBrokenAsOnlyUnixHasItIsNotUsedAndIsReplaced(string how) => ABrokenEntryIsNotUsedAndIsReplaced(how);

    /// <summary>By a backup program, or from another cache: with its owner, mode and time it is what its name says.</summary>
    [TestMethod]
    public void AnEntryThatIsCopiedInWithItsTimeAndModeIsUsed()
    {
        string entry = Entry(Cached);
        File.Copy(entry, Lane.PathOf("kept"));
        Directory.Delete(Folder, recursive: true);
        CachedSources(1);
        File.Move(Lane.PathOf("kept"), entry);

        Assert.AreEqual(Cloned, Copy(Cached, "later"));
    }

    [TestMethod]
    public void ALinkToNowhereInThePlaceOfTheFolderIsNotUsedAndNotTouched() =>
        AFolderThatOthersMayChangeOrThatIsNoFolderIsNotUsedAndNotTouched("a link to nowhere", CacheProblem.NotAFolder);

    [TestMethod]
    [DataRow("755", CacheProblem.None)]
    [DataRow("770", CacheProblem.WritableByOthers)]
    [DataRow("702", CacheProblem.WritableByOthers)]
    [DataRow("1777", CacheProblem.WritableByOthers)]
    public void TheFolderIsUsedIfOthersCanReadItAndNotIfTheyCanWriteToIt(string mode, object problem)
    {
        string source = CachedSources(1)[0];
        File.SetUnixFileMode(Folder, (UnixFileMode)Convert.ToInt32(mode, 8));

        Assert.AreEqual((CacheProblem)problem == CacheProblem.None ? Cloned : Unusable, Copy(source, "one", (CacheProblem)problem));
    }

    [TestMethod]
    [DoNotParallelize]
    public void WhateverTheUmaskTheFolderIsItsOwnersAlone()
    {
        using (Files.Umask(0))
        {
            Assert.AreEqual(Added, Copy(Source, "one"));
        }

        Assert.AreEqual(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(Folder));
        Assert.AreEqual(UnixFileMode.UserRead, File.GetUnixFileMode(Entry(Source)));
    }

    [TestMethod]
    [Timeout(120_000)]
    [DataRow("")]
    [DataRow(CacheFiles.New)]
    public void APipeInThePlaceOfACacheFileMakesWay(string ending) => AssertMakesWay("a pipe", ending);

    [TestMethod]
    [Timeout(120_000)]
    public void ASourceThatIsAPipeBehindTheCallIsNotWaitedFor() => ASourceThatIsAnotherBehindTheCallIsNoEntry("a pipe");
}
