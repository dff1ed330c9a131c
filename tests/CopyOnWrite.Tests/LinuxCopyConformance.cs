namespace CopyOnWrite.Tests;

/// <summary>What the strategy for Linux does besides: temporary names held by a lock, and sources not on the disk yet.</summary>
public abstract partial class LinuxCopyConformance(string volume, bool clones) : UnixCopyConformance
{
    protected override bool Clones => clones;

    private protected override Platform MakePlatform() => new LinuxPlatform(new Refusals());

    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require(volume);

    private protected override long BytesInCommon(string path, string other) => Extents.BytesInCommon(path, other);

    /// <summary>Another user's program with setuid would otherwise become one of this user.</summary>
    [TestMethod]
    [DataRow("0:0", "6755")]
    [DataRow("1:0", "755")]
    [DataRow("0:1", "755")]
    public void ATreesFileKeepsSetuidAndSetgidOnlyWithItsOwner(string owner, string expected)
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root gives files to others.");
        Command.OutputOf("chown", owner, Path.Combine(Tree, "large"));
        Command.OutputOf("chmod", "6755", Path.Combine(Tree, "large"));

        Library.CloneTree(Tree, Volume.PathOf("clone"));

        Assert.AreEqual(expected, Convert.ToString((int)File.GetUnixFileMode(Volume.PathOf("clone/large")), 8));
    }

    /// <summary>The built-in keeps its owner and mode.</summary>
    [TestMethod]
    public void ADestinationOfAnotherUserIsNotHandledAndKeepsItsContent()
    {
        Tools.SkipUnless(Environment.UserName == "root", "Only root gives files to others.");
        Files.Write(Destination, 20, (UnixFileMode)Convert.ToInt32("666", 8));
        Command.OutputOf("chown", "1:1", Destination);
        AssertNotHandled(Small, Destination, Reason.DestinationOfAnotherUser, "destination", "source");
        Assert.AreEqual(20, new FileInfo(Destination).Length);
    }

    [TestMethod]
    public void WhatALivingReplaceHoldsIsLeftAloneAndTheDestinationIsReplacedAllTheSame() => AssertLeftAlone(Files.MakeLocked);

    [TestMethod]
    [DataRow(10_000)]
    [DataRow(1_000_000)]
    public void ASourceThatWasJustWrittenIsCloned(int length)
    {
        string source = Files.Write(Volume.PathOf("source"), length, fresh: true);

        Strategy.Copy(source, Volume.PathOf("destination")).AssertIs(Clones ? OutcomeKind.Cloned : OutcomeKind.Copied);
        Assert.AreEqual(Clones, BytesInCommon(source, Volume.PathOf("destination")) >= length);
        CollectionAssert.AreEqual(File.ReadAllBytes(source), File.ReadAllBytes(Volume.PathOf("destination")));
    }
}
