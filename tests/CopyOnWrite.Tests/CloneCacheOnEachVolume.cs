using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests;

[TestClass]
public sealed class CloneCacheOnBtrfs : CloneCacheTests
{
    protected override string VolumeName => "btrfs";
}

[TestClass]
public sealed class CloneCacheOnXfs : CloneCacheTests
{
    protected override string VolumeName => "xfs";
}
