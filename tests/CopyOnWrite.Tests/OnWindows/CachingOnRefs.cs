namespace CopyOnWrite.Tests.OnWindows;

/// <summary>The cross-volume cache on a volume that clones: COW_VOLUME_REFS.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CachingOnRefs : CacheConformance
{
    private protected override CacheLane OpenLane() => new WindowsCacheLane("ReFS", "Dev Drive");
}

/// <summary>The same on a Dev Drive: COW_VOLUME_DEVDRIVE.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CachingOnADevDrive : CacheConformance
{
    private protected override CacheLane OpenLane() => new WindowsCacheLane("Dev Drive", "ReFS");
}
