namespace CopyOnWrite.Sdk.Tests.Infrastructure;

/// <summary>Tests that each have a folder of their own on btrfs.</summary>
public abstract class OnBtrfs
{
    private protected VolumeUnderTest _volume = null!;

    [TestInitialize]
    public void RequireVolume() => _volume = VolumeUnderTest.Require("btrfs");

    [TestCleanup]
    public void ReleaseVolume() => _volume?.Dispose();
}
