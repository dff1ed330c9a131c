using CopyOnWrite.Tests.Windows;

namespace CopyOnWrite.Tests.Cache;

/// <summary>
/// What real volumes do not let a test set: clocks, space, and calls that fail. On Linux a small volume is full (CacheOnASmallVolumeTests).
/// </summary>
[TestClass]
[OSCondition(OperatingSystems.Linux)]
public sealed class CacheModelTests : CacheTests
{
    private static readonly TimeSpan s_year = TimeSpan.FromDays(365);

    private RefsModel Model => ((RefsCacheLane)Lane).Model;

    private protected override CacheLane OpenLane() => new RefsCacheLane();

    /// <summary>With the clock set back, it may change again at the time of its last change, unnoticed.</summary>
    [TestMethod]
    public void ASourceThatWasWrittenByAClockAheadIsCopiedAndTooNew()
    {
        Model.FileAt(Source).ChangeTimeSet = Model.SystemTime() + s_year.Ticks;

        Assert.AreEqual(TooNew, Copy(Source, "one"));
        AssertCacheHolds();
    }

    [TestMethod]
    public void ASourceThatIsReplacedAfterTheClockWasSetBackIsCopied()
    {
        string[] sources = CachedSources();
        ReplaceInPlace(sources, "rewritten");
        Model.FileAt(sources[0]).ChangeTimeSet = Model.SystemTime() - s_year.Ticks;

        Assert.AreEqual(Added, Copy(sources[0], "one"));
        AssertServes(sources[0]);
    }

    [TestMethod]
    public void NothingIsAddedToAVolumeThatIsNearlyFull()
    {
        Model.Free = 1UL << 30;
        Assert.AreEqual(Unusable, Copy(Source, "one", CacheProblem.NearlyFull));
        Assert.AreEqual(Unusable, Copy(Source, "two", CacheProblem.NearlyFull));
        AssertCacheHolds();

        Model.Free = 2UL << 30;
        Assert.AreEqual(Added, Copy(Source, "three"));
        AssertServes(Source);
    }

    [TestMethod]
    public void OnAFullVolumeTheCacheKeepsHalfOfWhatWouldBeFreeWithoutIt()
    {
        string[] sources = CachedSources(4);
        for (int i = 0; i < sources.Length; i++)
        {
            LastUsed(sources[i], TimeSpan.FromDays(i + 1));
        }

        Model.Free = 0;
        Prune();

        AssertCacheHolds(sources[0], sources[1]);
    }

    /// <summary>Entries are known by what they are, not by how old they are.</summary>
    [TestMethod]
    public void EntriesAreUsedAfterTheClockWasSetBack()
    {
        string source = CachedSources(1)[0];
        Model.Ahead -= s_year.Ticks;

        AssertServes(source);
    }
}
