using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

/// <summary>Files that could be cloned and are copied, by their size.</summary>
public abstract partial class CopyConformance
{
    [TestMethod]
    [DataRow(131_071, false)]
    [DataRow(131_072, true)]
    public void SourcesBelowTheMinimumSizeAreCopied(int length, bool cloned)
    {
        string source = Files.Write(Volume.PathOf("source"), length);

        CloneOutcome outcome = Strategy.Copy(
            source, Volume.PathOf("destination"), policy: new ClonePolicy(minimumFileSize: 131_072, freshFileSize: null));

        Assert.AreEqual(Clones && cloned ? OutcomeKind.Cloned : KindOfCopies, outcome.Kind, outcome.ToString());
        Assert.IsTrue(!Clones || cloned || outcome.Reason == Reason.BelowMinimumSize, outcome.ToString());
        if (outcome.Kind != OutcomeKind.NotHandled)
        {
            Assert.AreEqual(Clones && cloned ? length : 0, BytesInCommon(source, Volume.PathOf("destination")), outcome.ToString());
        }
    }
}
