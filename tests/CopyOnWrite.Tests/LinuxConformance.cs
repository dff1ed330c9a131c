using System.IO;
using CopyOnWrite.Measurement;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

/// <summary>
/// What is Linux' own: files that could be cloned and are copied, by their size and by whether they are on the disk yet; temporary files that are
/// locked.
/// </summary>
public abstract class LinuxConformance : CopyConformance
{
    private const int FreshLimit = 64 * 1024;

    [TestMethod]
    [DataRow(1)]
    [DataRow(10_000)]
    [DataRow(FreshLimit - 1)]
    public void ASmallSourceIsCopiedWhileItIsFreshAndClonedOnceItIsOnTheDisk(int length)
    {
        string source = Volume.PathOf("source");
        FileOutcome fresh = CopyFresh(source, length, Volume.PathOf("fresh"), policy: null);
        SyncToDisk(source);
        FileOutcome settled = Strategy.Copy(source, Volume.PathOf("settled"));

        Assert.AreEqual((OutcomeKind.Copied, Clones), (fresh.Kind, fresh.Reason == Reason.Fresh), fresh.ToString());
        Assert.AreEqual(Clones ? OutcomeKind.Cloned : OutcomeKind.Copied, settled.Kind, settled.ToString());
        Assert.AreEqual(0, Extents.BytesInCommon(source, Volume.PathOf("fresh")));
        foreach (string made in new[] { "fresh", "settled" })
        {
            CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Volume.PathOf(made)), made);
            Assert.IsTrue(Strategy.IsUnchanged(source, Volume.PathOf(made)), made);
        }
    }

    [TestMethod]
    public void ALargerSourceIsClonedWhileItIsFresh()
    {
        string source = Files.Write(Volume.PathOf("source"), FreshLimit, fresh: true);

        FileOutcome outcome = Strategy.Copy(source, Volume.PathOf("destination"));

        Assert.AreEqual(Clones ? OutcomeKind.Cloned : OutcomeKind.Copied, outcome.Kind, outcome.ToString());
    }

    [TestMethod]
    [DataRow(8_191, false)]
    [DataRow(8_192, true)]
    public void SourcesBelowTheMinimumSizeAreCopied(int length, bool cloned)
    {
        string source = Files.Write(Volume.PathOf("source"), length);

        FileOutcome outcome = Strategy.Copy(source, Volume.PathOf("destination"), policy: new ClonePolicy(minimumFileSize: 8_192, freshFileSize: null));

        Assert.AreEqual(Clones && cloned ? OutcomeKind.Cloned : OutcomeKind.Copied, outcome.Kind, outcome.ToString());
        Assert.IsTrue(!Clones || cloned || outcome.Reason == Reason.BelowMinimumSize, outcome.ToString());
        Assert.AreEqual(Clones && cloned ? length : 0, Extents.BytesInCommon(source, Volume.PathOf("destination")));
    }

    [TestMethod]
    public void WithALargerLimitLargerFreshSourcesAreCopied()
    {
        string source = Volume.PathOf("source");
        FileOutcome outcome = CopyFresh(source, 999_999, Volume.PathOf("destination"), new ClonePolicy(0, 1_000_000));

        Assert.AreEqual(OutcomeKind.Copied, outcome.Kind, outcome.ToString());
        Assert.IsTrue(!Clones || outcome.Reason == Reason.Fresh, outcome.ToString());
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Volume.PathOf("destination")));
    }

    [TestMethod]
    public void WithALimitOfZeroFreshSourcesAreCloned()
    {
        string source = Files.Write(Volume.PathOf("source"), 10_000, fresh: true);

        FileOutcome outcome = Strategy.Copy(source, Volume.PathOf("destination"), policy: new ClonePolicy(0, 0));

        Assert.AreEqual(Clones ? OutcomeKind.Cloned : OutcomeKind.Copied, outcome.Kind, outcome.ToString());
    }

    [TestMethod]
    public void WhatALivingReplaceHoldsIsLeftAloneAndTheDestinationIsReplacedAllTheSame()
    {
        string source = Files.Write(Volume.PathOf("source"), 9000);
        string destination = Files.Write(Volume.PathOf("destination"), 7000);
        using (FileStream held = Files.MakeLocked(TemporaryOf(destination)))
        {
            held.WriteByte(1);
            held.Flush();

            Assert.AreNotEqual(OutcomeKind.NotHandled, Strategy.Copy(source, destination).Kind);

            CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(destination));
            AssertOnly(Path.GetFileName(held.Name), "destination", "source");
            Assert.AreEqual(1, held.Length);
        }
    }

    /// <summary>Of a source that is not on the disk: other tests on the volume may bring it there before it is copied, so it is tried a few times.</summary>
    private FileOutcome CopyFresh(string source, int length, string destination, ClonePolicy? policy)
    {
        FileOutcome outcome = default;
        for (int attempt = 0; attempt < 20; attempt++)
        {
            File.Delete(source);
            Files.Write(source, length, fresh: true);
            outcome = Strategy.Copy(source, destination, policy: policy);
            if (outcome.Kind == OutcomeKind.Copied)
            {
                break;
            }
        }

        return outcome;
    }

    private static void SyncToDisk(string path)
    {
        using FileStream file = File.OpenWrite(path);
        file.Flush(flushToDisk: true);
    }
}
