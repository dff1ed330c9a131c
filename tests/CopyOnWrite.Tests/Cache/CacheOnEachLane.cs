namespace CopyOnWrite.Tests.Cache;

[TestClass]
public sealed class CacheOnBtrfs() : UnixCacheConformance("btrfs");

[TestClass]
public sealed class CacheOnXfs() : UnixCacheConformance("xfs");

[TestClass]
public sealed class CacheOnTheModelOfRefs : CacheConformance
{
    private protected override CacheLane OpenLane() => new RefsCacheLane();
}
