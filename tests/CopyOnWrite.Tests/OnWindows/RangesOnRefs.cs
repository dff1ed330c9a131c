namespace CopyOnWrite.Tests.OnWindows;

/// <summary>COW_VOLUME_REFS.</summary>
[TestClass]
[TestCategory("Windows")]
public sealed class RangesOnRefs : RangeTests
{
    private protected override string VolumeName => "ReFS";
}
