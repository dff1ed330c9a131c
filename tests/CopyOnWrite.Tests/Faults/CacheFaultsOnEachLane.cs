using System;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tests.Faults;

[TestClass]
public sealed class CacheFaultsOnBtrfs : CacheFaultTests
{
    private protected override CacheLane OpenLane() => new LinuxCacheLane("btrfs");
}

[TestClass]
public sealed class CacheFaultsOnXfs : CacheFaultTests
{
    private protected override CacheLane OpenLane() => new LinuxCacheLane("xfs");
}

[TestClass]
public sealed class CacheFaultsOnTheModelOfRefs : CacheClockTests
{
    private protected override CacheLane OpenLane() => new RefsCacheLane();

    /// <summary>Entries are known by what they are, not by how old they are.</summary>
    [TestMethod]
    public void EntriesAreUsedAfterTheClockWasSetBack()
    {
        string[] sources = CachedSources();
        ((RefsCacheLane)Lane).Model.Ahead -= 365 * TimeSpan.TicksPerDay;

        Assert.AreEqual(Cloned, Copy(sources[0], "one"));
    }
}

[TestClass]
public sealed class CacheFaultsOnTheModelOfApfs : CacheClockTests
{
    private protected override CacheLane OpenLane() => new ApfsCacheLane();
}
