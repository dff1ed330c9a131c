using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tasks.Tests;

[TestClass]
public sealed class CallCountsTests
{
    private readonly CallCounts _counts = new();

    [TestMethod]
    public void ClonesAreCountedWithTheirBytes()
    {
        _counts.Add(FileOutcome.Cloned(30_000));
        _counts.Add(FileOutcome.Cloned(4_500));
        Assert.AreEqual("CopyOnWrite: 2 cloned (34,500 bytes), 0 copied, 0 unchanged.", _counts.ToString());
        Assert.IsTrue(_counts.AnyWritten);
    }

    [TestMethod]
    public void CopiesAreCountedByReason()
    {
        _counts.Add(FileOutcome.Copied(Reason.DifferentVolumes, 40));
        _counts.Add(FileOutcome.Copied(Reason.DifferentVolumes, 40));
        _counts.Add(FileOutcome.Copied(Reason.Empty, 0));
        Assert.AreEqual("CopyOnWrite: 0 cloned (0 bytes), 3 copied (80 bytes; 1 empty, 2 on another volume), 0 unchanged.", _counts.ToString());
    }

    [TestMethod]
    public void FilesLeftToTheBuiltInAreCountedByReason()
    {
        _counts.Unchanged = 1_000;
        _counts.Add(FileOutcome.NotHandled(Reason.SourceMissing, 2));
        _counts.LeftInOrder = 5;
        Assert.AreEqual(
            "CopyOnWrite: 0 cloned (0 bytes), 0 copied, 1,000 unchanged, 6 left to the built-in task (1 source missing, 5 behind it in order).",
            _counts.ToString());
        Assert.IsFalse(_counts.AnyWritten, "Unchanged files and files that others copy are not written by us.");
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
