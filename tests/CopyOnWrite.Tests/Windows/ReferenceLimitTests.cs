using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Windows;
using Microsoft.VisualStudio.TestTools.UnitTesting;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Tests.Windows;

/// <summary>A block has 8,176 references at most, the source's own among them.</summary>
[TestClass]
public sealed class ReferenceLimitTests : ModelTests
{
    private const int Clones = 20_000;
    private const int ClonesOfOneFile = ModelVolume.MostReferences - 1;

    [TestMethod]
    [TestCategory("Slow")]
    public void TwentyThousandClonesOfOneSourceAreAllRightWithARealCopyAboutEvery8175()
    {
        string source = Source(5000);
        byte[] content = File.ReadAllBytes(source);
        var copies = new List<(int Number, CloneOutcome Outcome)>();
        for (int i = 0; i < Clones; i++)
        {
            CloneOutcome outcome = Strategy.Copy(source, PathOf($"c{i}"));
            if (outcome.Kind != OutcomeKind.Cloned)
            {
                copies.Add((i, outcome));
            }
        }

        string said = string.Join(", ", copies.Select(c => $"{c.Number}: {c.Outcome}"));
        CollectionAssert.AreEqual(new[] { ClonesOfOneFile, (2 * ClonesOfOneFile) + 1 }, copies.Select(c => c.Number).ToArray(), said);
        Assert.IsTrue(
            copies.All(c =>
                c.Outcome is { Kind: OutcomeKind.Copied, Reason: Reason.ReferenceLimit, ErrorNumber: ERROR_BLOCK_TOO_MANY_REFERENCES }),
            said);
        for (int i = 0; i < Clones; i++)
        {
            CollectionAssert.AreEqual(content, File.ReadAllBytes(PathOf($"c{i}")), $"clone {i}");
        }
    }

    [TestMethod]
    public void ReferencesThatThisProcessCannotHaveMadeAreSaidToBeOthers()
    {
        string source = SourceAtItsLimit();

        CloneOutcome outcome = Strategy.Copy(source, PathOf("first"));

        Assert.AreEqual((OutcomeKind.Copied, Reason.ReferenceLimitByOthers), (outcome.Kind, outcome.Reason), outcome.ToString());
        AssertIsCopy(source, PathOf("first"));
        Assert.AreEqual(0, Model.BytesInCommon(source, PathOf("first")));
        Assert.IsFalse(Model.FileAt(PathOf("first")).IsSparse);
    }

    [TestMethod]
    public void ASourceAtItsLimitIsClonedFromTheFirstCopyFromThenOn()
    {
        string source = SourceAtItsLimit();
        Strategy.Copy(source, PathOf("first"));
        int refused = Model.Injections.CountOf(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE));

        for (int i = 0; i < 10; i++)
        {
            CloneOutcome outcome = Strategy.Copy(source, PathOf($"later{i}"));
            Assert.AreEqual(OutcomeKind.Cloned, outcome.Kind, outcome.ToString());
            AssertIsCopy(source, PathOf($"later{i}"));
            Assert.IsGreaterThan(0L, Model.BytesInCommon(PathOf("first"), PathOf($"later{i}")));
        }

        Assert.AreEqual(
            refused + 10, Model.Injections.CountOf(nameof(FSCTL_DUPLICATE_EXTENTS_TO_FILE)), "the source itself is not tried again");
    }

    [TestMethod]
    [DataRow("changed")]
    [DataRow("changed in place with its time put back")]
    [DataRow("deleted")]
    [DataRow("replaced")]
    public void ACopyThatIsNoLongerWhatItWasIsNotClonedFrom(string what)
    {
        string source = SourceAtItsLimit();
        Strategy.Copy(source, PathOf("first"));
        string first = PathOf("first");
        switch (what)
        {
            case "deleted":
                File.Delete(first);
                break;
            case "replaced":
                Strategy.Copy(Files.Write(PathOf("another"), 10_000, modified: File.GetLastWriteTimeUtc(source)), first);
                break;
            default:
                File.WriteAllBytes(first, new byte[10_000]);
                if (what != "changed")
                {
                    File.SetLastWriteTimeUtc(first, File.GetLastWriteTimeUtc(source));
                }

                break;
        }

        CloneOutcome outcome = Strategy.Copy(source, PathOf("second"));
        CloneOutcome later = Strategy.Copy(source, PathOf("third"));

        Assert.AreEqual(OutcomeKind.Copied, outcome.Kind, outcome.ToString());
        Assert.AreEqual(OutcomeKind.Cloned, later.Kind, later.ToString());
        AssertIsCopy(source, PathOf("second"));
        AssertIsCopy(source, PathOf("third"));
    }

    [TestMethod]
    public void ASourceThatWasChangedIsNotTakenForWhatItWas()
    {
        string source = SourceAtItsLimit();
        Strategy.Copy(source, PathOf("first"));
        Files.Write(source, 20_000);

        CloneOutcome outcome = Strategy.Copy(source, PathOf("second"));

        Assert.AreEqual(OutcomeKind.Cloned, outcome.Kind, outcome.ToString());
        AssertIsCopy(source, PathOf("second"));
    }

    [TestMethod]
    [DataRow(4096)]
    [DataRow(3_000_001)]
    [DataRow(2 * 1024 * 1024)]
    public void TheRealCopyIsRightAtEveryLength(int length)
    {
        string source = SourceAtItsLimit(length);

        CloneOutcome outcome = Strategy.Copy(source, PathOf("first"));

        Assert.AreEqual(OutcomeKind.Copied, outcome.Kind, outcome.ToString());
        AssertIsCopy(source, PathOf("first"));
    }

    [TestMethod]
    public void ARealCopyThatFailsLeavesNothingBehind()
    {
        string source = SourceAtItsLimit();
        Model.Injections.Add(nameof(IWindowsCalls.WriteFile), ERROR_DISK_FULL);

        CloneOutcome outcome = Strategy.Copy(source, PathOf("first"));

        Assert.AreEqual((OutcomeKind.NotHandled, Reason.VolumeFull), (outcome.Kind, outcome.Reason), outcome.ToString());
        Assert.IsFalse(File.Exists(PathOf("first")));
    }

    private string SourceAtItsLimit(int length = 10_000)
    {
        string source = Source(length);
        foreach (long cluster in Model.FileAt(source).Clusters)
        {
            Model.Volume.SetReferences(cluster, ModelVolume.MostReferences);
        }

        return source;
    }
}
