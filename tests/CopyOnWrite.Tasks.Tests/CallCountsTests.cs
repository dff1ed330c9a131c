using static CopyOnWrite.CloneOutcome;

namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class CallCountsTests
{
    private static readonly (CloneOutcome[] Outcomes, int Unchanged, string Line)[] s_calls =
    [
        ([Cloned(30_000), Cloned(4_500)], 0, "2 cloned (34,500 bytes), 0 copied, 0 unchanged."),
        (
            [Copied(Reason.DifferentVolumes, 40), Copied(Reason.DifferentVolumes, 40), Copied(Reason.Empty, 0)], 0,
            "0 cloned (0 bytes), 3 copied (80 bytes; 1 empty, 2 on another volume), 0 unchanged."),
        (
            [
                Cloned(100), ClonedFromCache(70_000), ClonedFromCache(80_000), Copied(Reason.DifferentVolumes, 10),
                Copied(Reason.DifferentVolumesBeingCached, 90_000),
            ],
            1,
            "1 cloned (100 bytes), 2 cloned from the cache (150,000 bytes), "
                + "2 copied (90,010 bytes; 1 on another volume, 1 on another volume, being added to the cache), 1 unchanged."),
        (
            [NotHandled(Reason.SourceMissing, 2), NotHandled(Reason.DestinationNamedTwice), NotHandled(Reason.DestinationNamedTwice)],
            1_000,
            "0 cloned (0 bytes), 0 copied, 1,000 unchanged, 3 left to the built-in task (1 source missing, 2 destination named twice)."),
        (
            [NotHandled(Reason.AccessDenied, 13), NotHandled(Reason.OtherError, 26), NotHandled(Reason.OtherError, 16)], 0,
            "0 cloned (0 bytes), 0 copied, 0 unchanged, "
                + "3 left to the built-in task (1 access denied (error 13), 2 other error (error 26))."),
        (
            [NotHandled(Reason.SourceMissing, 2), NotHandled(Reason.Locked).AsFailed(), NotHandled(Reason.Locked).AsFailed()], 0,
            "0 cloned (0 bytes), 0 copied, 0 unchanged, 1 left to the built-in task (1 source missing), 2 failed (2 locked)."),
        (
            [Cloned(10) with { UsedBy = [] }, Copied(Reason.VolumeCannotClone, 20) with { UsedBy = [17] }, Cloned(30)], 0,
            "2 cloned (40 bytes), 1 copied (20 bytes; 1 the volume cannot clone), 0 unchanged, 2 replaced while in use."),
    ];

    [TestMethod]
    public void TheLineOfACallHasItsFilesByWhatWasDoneAndWhy()
    {
        foreach ((CloneOutcome[] outcomes, int unchanged, string line) in s_calls)
        {
            Assert.AreEqual($"CopyOnWrite: {line}", CountsOf(outcomes, unchanged).ToString());
        }
    }

    [TestMethod]
    public void OnlyClonesAndCopiesAreWrittenByUs()
    {
        Assert.IsTrue(CountsOf([Cloned(1)]).AnyWritten);
        Assert.IsTrue(CountsOf([ClonedFromCache(1)]).AnyWritten);
        Assert.IsTrue(CountsOf([Copied(Reason.Empty, 0)]).AnyWritten);
        Assert.IsFalse(CountsOf([NotHandled(Reason.SourceMissing), NotHandled(Reason.Locked).AsFailed()], unchanged: 1).AnyWritten);
    }

    [TestMethod]
    public void FilesReplacedWhileInUseAreCountedInTheRecord()
    {
        var json = new StringBuilder("{\"format\":3");
        CountsOf([Cloned(10) with { UsedBy = [] }, Cloned(30) with { UsedBy = [17] }]).AppendTo(json);
        Assert.Contains(",\"inUse\":2,", json.ToString());
    }

    [TestMethod]
    [DataRow(1, "waited 20 ms for 1 source that was being replaced")]
    [DataRow(17, "waited 340 ms for 17 sources that were being replaced")]
    public void SourcesThatWereWaitedForAreCountedWithTheTime(int sources, string expected)
    {
        var counts = new CallCounts();
        for (int i = 0; i < sources; i++)
        {
            counts.AddWait(TimeSpan.FromMilliseconds(20));
        }

        Assert.AreEqual($"CopyOnWrite: 0 cloned (0 bytes), 0 copied, 0 unchanged, {expected}.", counts.ToString());
    }

    [TestMethod]
    public void EveryReasonHasWordsOfItsOwn() => CollectionAssert.AllItemsAreUnique(
        Enum.GetValues<Reason>().Where(reason => reason != Reason.None).Select(ReasonText.Of).ToArray());

    private static CallCounts CountsOf(CloneOutcome[] outcomes, int unchanged = 0)
    {
        var counts = new CallCounts { Unchanged = unchanged };
        Array.ForEach(outcomes, outcome => counts.Add(outcome));
        return counts;
    }
}
