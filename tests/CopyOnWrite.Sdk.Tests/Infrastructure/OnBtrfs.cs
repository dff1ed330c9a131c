namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>Tests that each have a folder of their own on btrfs.</summary>
public abstract class OnBtrfs
{
    private protected readonly VolumeUnderTest _volume = VolumeUnderTest.Require("btrfs");

    [TestCleanup]
    public void ReleaseVolume() => _volume.Dispose();
}
