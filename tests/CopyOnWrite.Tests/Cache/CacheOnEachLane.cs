namespace CopyOnWrite.Tests.Cache;

[TestClass]
public sealed class CacheOnBtrfs : UnixCacheConformance
{
    private protected override CacheLane OpenLane() => new LinuxCacheLane("btrfs");
}

[TestClass]
public sealed class CacheOnXfs : UnixCacheConformance
{
    private protected override CacheLane OpenLane() => new LinuxCacheLane("xfs");
}

[TestClass]
public sealed class CacheOnTheModelOfRefs : CacheConformance
{
    private protected override CacheLane OpenLane() => new RefsCacheLane();
}

[TestClass]
public sealed class TheModelsOwnCacheOnRefs : CacheModelTests
{
    private protected override CacheLane OpenLane() => new RefsCacheLane();

    /// <summary>Entries are known by what they are, not by how old they are.</summary>
    [TestMethod]
    public void EntriesAreUsedAfterTheClockWasSetBack()
    {
        string source = CachedSources(1)[0];
        ((RefsCacheLane)Lane).Model.Ahead -= 365 * System.TimeSpan.TicksPerDay;

        AssertServes(source);
    }
}
