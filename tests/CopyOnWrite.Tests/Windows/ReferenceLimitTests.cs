namespace CopyOnWrite.Tests.Windows;

/// <summary>A block has 8,176 references at most, the source's own among them.</summary>
[TestClass]
public sealed class ReferenceLimitTests : ModelTests
{
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

        Strategy.Copy(source, PathOf("first"))
            .AssertIs(OutcomeKind.Copied, Reason.ReferenceLimit, ERROR_BLOCK_TOO_MANY_REFERENCES);
        AssertIsCopy(source, PathOf("first"));
        Assert.AreEqual(0, Model.BytesInCommon(source, PathOf("first")));
        Assert.IsFalse(Model.FileAt(PathOf("first")).IsSparse);
        Assert.HasCount(2, Directory.GetFiles(Path.GetDirectoryName(source)!));
        Strategy.Copy(PathOf("first"), PathOf("second")).AssertIs(OutcomeKind.Cloned);
    }
}
