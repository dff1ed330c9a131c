namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>Tests that each have a folder on a volume that clones.</summary>
public abstract class TestsOnBtrfs
{
    private protected VolumeUnderTest Volume { get; private set; } = null!;

    [TestInitialize]
    public void RequireVolume() => Volume = VolumeUnderTest.Require("btrfs");

    [TestCleanup]
    public void ReleaseVolume() => Volume?.Dispose();
}
