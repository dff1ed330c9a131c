namespace CopyOnWrite.Tests.Cache;

/// <summary>The cross-volume cache on a volume without space.</summary>
[TestClass]
[TestCategory("Slow")]
public sealed class CacheOnASmallVolumeTests : CacheTests
{
    private string Root => Path.GetDirectoryName(Folder)!;

    private protected override CacheLane OpenLane() => new LinuxCacheLane("small");

    [TestMethod]
    public void ADestinationWithoutRoomLeavesNothingBehindInTheCacheEither()
    {
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        string source = plain.PathOf("source");
        using (FileStream big = File.Create(source))
        {
            big.SetLength(Volume.At(Root).TotalBytes + 1);
        }

        SettledFiles.Settle(source);
        Platform process = Lane.NewProcess();
        using (CloneCache cache = NewCache(process))
        {
            process.Copy(source, Lane.PathOf("copy"), cache).AssertIs(OutcomeKind.NotHandled, Reason.VolumeFull);
        }

        process.CacheFiller.Wait();
        CollectionAssert.AreEqual(new[] { "cache" }, Names(Root));
        CollectionAssert.AreEqual(new[] { CacheFiles.Ignore, CacheFiles.Tag }, NamesInCache());
    }

    [TestMethod]
    public void WhileLittleIsFreeNothingIsAddedAndTheCallReportsIt()
    {
        string source = Lane.Take();
        Platform process = Lane.NewProcess();
        using SafeFileHandle filler = FillUpTo(Volume.At(Root).TotalBytes / 16);
        using (CloneCache cache = NewCache(process))
        {
            Assert.AreEqual(Unusable, Copy(process, cache, source, "copy"));
            Assert.AreEqual((CacheProblem.NotWritable, LinuxNative.ENOSPC), (cache.Problem, cache.ErrorNumber));
        }

        process.CacheFiller.Wait();
        AssertCacheHolds();
    }

    [TestMethod]
    public void PrunedWhileLittleIsFreeHalfOfWhatWouldBeFreeStays()
    {
        const long All = 16L * SettledFiles.Length;
        CachedSources(16);
        using SafeFileHandle filler = FillUpTo(All / 4);
        long free = Volume.At(Root).FreeBytes;
        Assert.IsLessThan(All, free, "There is too much space for the test to mean anything.");

        Prune();

        int kept = Directory.GetFiles(Folder, "*" + CacheFiles.Entry).Length;
        Assert.AreEqual((free + All) / 2 / SettledFiles.Length, kept, $"{free} bytes were free.");
    }

    /// <summary>Until disposed, no more is free.</summary>
    private SafeFileHandle FillUpTo(long free) => File.OpenHandle(
        Lane.PathOf("filler"), FileMode.CreateNew, FileAccess.Write, preallocationSize: Volume.At(Root).FreeBytes - free);
}
