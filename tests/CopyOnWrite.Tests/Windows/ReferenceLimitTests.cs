namespace CopyOnWrite.Tests.Windows;

/// <summary>A block has 8,176 references at most, the source's own among them.</summary>
[TestClass]
public sealed class ReferenceLimitTests : ModelTests
{
    private const int ClonesOfOneFile = ModelVolume.MostReferences - 1;

    [TestMethod]
    [TestCategory("Slow")]
    public void TheFirst8175CopiesOfASourceAreClonesAndTheNextIsACopyWithItsReason()
    {
        string source = Source(5000);
        for (int i = 0; i < ClonesOfOneFile; i++)
        {
            CloneOutcome outcome = Strategy.Copy(source, PathOf($"c{i}"));
            Assert.AreEqual(OutcomeKind.Cloned, outcome.Kind, $"{i}: {outcome}");
        }

        CloneOutcome next = Strategy.Copy(source, PathOf("next"));

        Assert.AreEqual(
            (OutcomeKind.Copied, Reason.ReferenceLimit, ERROR_BLOCK_TOO_MANY_REFERENCES), (next.Kind, next.Reason, next.ErrorNumber));
        AssertIsCopy(source, PathOf("next"));
    }

    [TestMethod]
    [DataRow(4096)]
    [DataRow(10_000)]
    [DataRow(3_000_001)]
    public void ASourceThatHasAllReferencesThatReFSAllowsIsCopied(int length)
    {
        string source = Source(length);
        foreach (long cluster in Model.FileAt(source).Clusters)
        {
            Model.Volume.SetReferences(cluster, ModelVolume.MostReferences);
        }

        CloneOutcome outcome = Strategy.Copy(source, PathOf("first"));

        Assert.AreEqual(
            (OutcomeKind.Copied, Reason.ReferenceLimit, ERROR_BLOCK_TOO_MANY_REFERENCES),
            (outcome.Kind, outcome.Reason, outcome.ErrorNumber));
        AssertIsCopy(source, PathOf("first"));
        Assert.AreEqual(0, Model.BytesInCommon(source, PathOf("first")));
        Assert.IsFalse(Model.FileAt(PathOf("first")).IsSparse);
        Assert.HasCount(2, Directory.GetFiles(Path.GetDirectoryName(source)!));
    }
}
