namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class CallCountsTests
{
    private readonly CallCounts _counts = new();

    [TestMethod]
    public void ClonesAreCountedWithTheirBytes()
    {
        _counts.Add(CloneOutcome.Cloned(30_000));
        _counts.Add(CloneOutcome.Cloned(4_500));
        Assert.AreEqual("CopyOnWrite: 2 cloned (34,500 bytes), 0 copied, 0 unchanged.", _counts.ToString());
        Assert.IsTrue(_counts.AnyWritten);
    }

    [TestMethod]
    public void CopiesAreCountedByReason()
    {
        _counts.Add(CloneOutcome.Copied(Reason.DifferentVolumes, 40));
        _counts.Add(CloneOutcome.Copied(Reason.DifferentVolumes, 40));
        _counts.Add(CloneOutcome.Copied(Reason.Empty, 0));
        Assert.AreEqual(
            "CopyOnWrite: 0 cloned (0 bytes), 3 copied (80 bytes; 1 empty, 2 on another volume), 0 unchanged.", _counts.ToString());
    }

    [TestMethod]
    public void ClonesFromTheCacheAreCountedApartAndWhatCameIntoItIsAReason()
    {
        _counts.Add(CloneOutcome.Cloned(100));
        _counts.Add(CloneOutcome.ClonedFromCache(70_000));
        _counts.Add(CloneOutcome.ClonedFromCache(80_000));
        _counts.Add(CloneOutcome.Copied(Reason.DifferentVolumes, 10));
        _counts.Add(CloneOutcome.Copied(Reason.DifferentVolumesBeingCached, 90_000));
        _counts.Unchanged++;
        Assert.AreEqual(
            "CopyOnWrite: 1 cloned (100 bytes), 2 cloned from the cache (150,000 bytes), "
            + "2 copied (90,010 bytes; 1 on another volume, 1 on another volume, being added to the cache), 1 unchanged.",
            _counts.ToString());
    }

    [TestMethod]
    public void AFileThatWasClonedFromTheCacheIsWritten()
    {
        _counts.Add(CloneOutcome.ClonedFromCache(70_000));
        Assert.IsTrue(_counts.AnyWritten);
    }

    [TestMethod]
    public void FilesLeftToTheBuiltInAreCountedByReason()
    {
        for (int i = 0; i < 1_000; i++)
        {
            _counts.Unchanged++;
        }

        _counts.Add(CloneOutcome.NotHandled(Reason.SourceMissing, 2));
        _counts.Add(CloneOutcome.NotHandled(Reason.DestinationNamedTwice));
        _counts.Add(CloneOutcome.NotHandled(Reason.DestinationNamedTwice));
        Assert.AreEqual(
            "CopyOnWrite: 0 cloned (0 bytes), 0 copied, 1,000 unchanged, 3 left to the built-in task (1 source missing, 2 destination "
            + "named twice).",
            _counts.ToString());
        Assert.IsFalse(_counts.AnyWritten, "Unchanged files and files that others copy are not written by us.");
    }

    [TestMethod]
    public void ARefusalThatTheWordsDoNotNameHasItsErrorNumber()
    {
        _counts.Add(CloneOutcome.NotHandled(Reason.AccessDenied, 13));
        _counts.Add(CloneOutcome.NotHandled(Reason.OtherError, 26));
        _counts.Add(CloneOutcome.NotHandled(Reason.OtherError, 16));
        Assert.AreEqual(
            "CopyOnWrite: 0 cloned (0 bytes), 0 copied, 0 unchanged, 3 left to the built-in task (1 access denied (error 13), "
            + "2 other error (error 26)).",
            _counts.ToString());
    }

    [TestMethod]
    public void FilesReplacedWhileInUseAreCountedInTheLineAndTheRecord()
    {
        _counts.Add(CloneOutcome.Cloned(10).OverFileUsedBy([]));
        _counts.Add(CloneOutcome.Copied(Reason.VolumeCannotClone, 20).OverFileUsedBy([17]));
        _counts.Add(CloneOutcome.Cloned(30));
        Assert.AreEqual(
            "CopyOnWrite: 2 cloned (40 bytes), 1 copied (20 bytes; 1 the volume cannot clone), 0 unchanged, 2 replaced while in use.",
            _counts.ToString());
        var json = new System.Text.StringBuilder("{\"format\":3");
        _counts.AppendTo(json);
        Assert.Contains(",\"inUse\":2,", json.ToString());
    }

    [TestMethod]
    [DataRow(1, "1 source was being replaced and waited for (20 ms)")]
    [DataRow(17, "17 sources were being replaced and waited for (340 ms)")]
    public void SourcesThatWereWaitedForAreCountedWithTheTime(int sources, string expected)
    {
        for (int i = 0; i < sources; i++)
        {
            _counts.AddWait(TimeSpan.FromMilliseconds(20));
        }

        Assert.AreEqual($"CopyOnWrite: 0 cloned (0 bytes), 0 copied, 0 unchanged, {expected}.", _counts.ToString());
    }

    [TestMethod]
    public void EveryReasonHasWordsOfItsOwn()
    {
        var words = new System.Collections.Generic.HashSet<string>();
        foreach (Reason reason in System.Enum.GetValues<Reason>())
        {
            Assert.IsTrue(reason == Reason.None || words.Add(ReasonText.Of(reason)), reason.ToString());
        }
    }
}
