namespace CopyOnWrite.Tests.Cache;

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CacheOnBtrfs() : UnixCacheConformance("btrfs");

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CacheOnXfs() : UnixCacheConformance("xfs");

[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CacheOnTheModelOfRefs : CacheConformance
{
    private protected override CacheLane OpenLane() => new RefsCacheLane();
}
