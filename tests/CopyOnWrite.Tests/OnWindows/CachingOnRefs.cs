namespace CopyOnWrite.Tests.OnWindows;

/// <summary>The cross-volume cache on a volume that clones: COW_VOLUME_REFS, or COW_VOLUME_DEVDRIVE, which is ReFS as well.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class CachingOnRefs : CacheConformance
{
    private protected override CacheLane OpenLane() =>
        TestVolumes.Refs.Path is not null ? new WindowsCacheLane("ReFS", "Dev Drive") : new WindowsCacheLane("Dev Drive", "ReFS");
}
