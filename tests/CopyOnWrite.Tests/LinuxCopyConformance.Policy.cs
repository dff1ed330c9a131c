using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

/// <summary>Files that could be cloned and are copied while they are not on the disk yet, and permission bits.</summary>
public abstract partial class LinuxCopyConformance
{
    private const int FreshLimit = 64 * 1024;

    [TestMethod]
    [DataRow(1)]
    [DataRow(10_000)]
    [DataRow(FreshLimit - 1)]
    public void ASmallSourceIsCopiedWhileItIsFreshAndClonedOnceItIsOnTheDisk(int length)
    {
        string source = Volume.PathOf("source");
        CloneOutcome fresh = CopyFresh(source, length, Volume.PathOf("fresh"), policy: null);
        SyncToDisk(source);
        CloneOutcome settled = Strategy.Copy(source, Volume.PathOf("settled"));

        Assert.AreEqual((OutcomeKind.Copied, Clones), (fresh.Kind, fresh.Reason == Reason.SourceIsDirty), fresh.ToString());
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

        CloneOutcome outcome = Strategy.Copy(source, Volume.PathOf("destination"));

        Assert.AreEqual(Clones ? OutcomeKind.Cloned : OutcomeKind.Copied, outcome.Kind, outcome.ToString());
    }

    [TestMethod]
    public void WithALargerLimitLargerFreshSourcesAreCopied()
    {
        string source = Volume.PathOf("source");
        CloneOutcome outcome = CopyFresh(source, 999_999, Volume.PathOf("destination"), new ClonePolicy(0, 1_000_000));

        Assert.AreEqual(OutcomeKind.Copied, outcome.Kind, outcome.ToString());
        Assert.IsTrue(!Clones || outcome.Reason == Reason.SourceIsDirty, outcome.ToString());
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Volume.PathOf("destination")));
    }

    [TestMethod]
    public void WithALimitOfZeroFreshSourcesAreCloned()
    {
        string source = Files.Write(Volume.PathOf("source"), 10_000, fresh: true);

        CloneOutcome outcome = Strategy.Copy(source, Volume.PathOf("destination"), policy: new ClonePolicy(0, 0));

        Assert.AreEqual(Clones ? OutcomeKind.Cloned : OutcomeKind.Copied, outcome.Kind, outcome.ToString());
    }

    [TestMethod]
    public void EveryFileOfAFolderGetsItsOwnMode()
    {
        using IDisposable _ = Files.Umask(Convert.ToUInt32("027", 8));
        string[] modes = ["644", "755", "640", "777", "644", "755", "600", "777"];
        foreach ((string mode, int i) in modes.Select((mode, i) => (mode, i)))
        {
            var bits = (UnixFileMode)Convert.ToInt32(mode, 8);
            string source = Files.Write(Volume.PathOf($"source{i}"), 100, bits);

            Strategy.Copy(source, Volume.PathOf($"destination{i}"));

            Assert.AreEqual(bits, File.GetUnixFileMode(Volume.PathOf($"destination{i}")), $"{i}: {mode}");
        }
    }

    /// <summary>
    /// Of a source that is not on the disk: other tests on the volume may bring it there before it is copied, so it is tried a few times.
    /// </summary>
    private CloneOutcome CopyFresh(string source, int length, string destination, ClonePolicy? policy)
    {
        CloneOutcome outcome = default;
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
