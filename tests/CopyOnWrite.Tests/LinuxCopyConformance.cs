namespace CopyOnWrite.Tests;

/// <summary>
/// What the strategy for Linux does besides: temporary names that are held by a lock, and sources that are not on the disk yet.
/// </summary>
public abstract partial class LinuxCopyConformance(string volume, bool clones) : UnixCopyConformance
{
    protected override bool Clones => clones;

    private protected override FileCloner MakeCloner() => new LinuxCloner(new VolumePairs());

    private protected override VolumeUnderTest OpenVolume() => VolumeUnderTest.Require(volume);

    private protected override long BytesInCommon(string path, string other) => Extents.BytesInCommon(path, other);

    [TestMethod]
    public void WhatALivingReplaceHoldsIsLeftAloneAndTheDestinationIsReplacedAllTheSame() => AssertLeftAlone(Files.MakeLocked);
}
