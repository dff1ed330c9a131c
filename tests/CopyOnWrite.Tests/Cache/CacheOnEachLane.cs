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
