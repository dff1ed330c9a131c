namespace CopyOnWrite.Tests.Cache;

/// <summary>The cross-volume cache on a volume without space.</summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
[TestCategory("Slow")]
public sealed class CacheOnASmallVolumeTests : CacheTests
{
    private string Root => Path.GetDirectoryName(Folder)!;

    private protected override CacheLane OpenLane() => new LinuxCacheLane("small");

    [TestMethod]
    public void WhileLittleIsFreeNothingIsAddedAndTheCallReportsIt()
    {
        using SafeFileHandle filler = FillUpTo(Volume.At(Root).TotalBytes / 16);
        InOneCall(cache =>
        {
            Assert.AreEqual(Unusable, Copy(Process, cache, Source, "copy"));
            Assert.AreEqual(CacheProblem.NearlyFull, cache.Problem);
        });
        AssertCacheHolds();
    }

    /// <summary>Until disposed, no more is free.</summary>
    private SafeFileHandle FillUpTo(long free) => File.OpenHandle(
        Lane.PathOf("filler"), FileMode.CreateNew, FileAccess.Write, preallocationSize: Volume.At(Root).FreeBytes - free);
}
