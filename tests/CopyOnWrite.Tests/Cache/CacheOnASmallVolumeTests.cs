namespace CopyOnWrite.Tests;

/// <summary>The cross-volume cache on a volume without space.</summary>
[TestClass]
public sealed class CacheOnASmallVolumeTests
{
    private readonly LinuxCloner _strategy = new(new VolumePairs());
    private VolumeUnderTest _volume = null!;

    private string Folder => _volume.PathOf("cache");

    [TestInitialize]
    public void RequireVolume() => _volume = VolumeUnderTest.Require("small");

    [TestCleanup]
    public void ReleaseVolume()
    {
        _strategy.CacheUpkeep.Wait();
        _volume?.Dispose();
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void ADestinationWithoutRoomLeavesNothingBehindInTheCacheEither()
    {
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        string source = plain.PathOf("source");
        using (FileStream big = File.Create(source))
        {
            big.SetLength(Volume.At(_volume.Folder).TotalBytes + 1);
        }

        SettledFiles.Settle(source);
        CloneOutcome outcome;
        using (CloneCache cache = _strategy.NewCache(CacheLocation.At(Folder))!)
        {
            outcome = _strategy.Copy(source, _volume.PathOf("copy"), cache);
        }

        _strategy.CacheUpkeep.Wait();
        outcome.AssertIs(OutcomeKind.NotHandled, Reason.VolumeFull);
        CollectionAssert.AreEqual(new[] { Folder }, Directory.GetFileSystemEntries(_volume.Folder));
        string[] left = [.. Directory.EnumerateFileSystemEntries(Folder).Select(p => Path.GetFileName(p)!).Order(StringComparer.Ordinal)];
        CollectionAssert.AreEqual(new[] { ".gitignore", "CACHEDIR.TAG" }, left, string.Join(", ", left));
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void WhileLittleIsFreeNothingIsAddedAndTheCallReportsIt()
    {
        string source = SettledFiles.Take();
        Volume volume = Volume.At(_volume.Folder);
        long filling = volume.FreeBytes - (volume.TotalBytes / 16);
        using SafeFileHandle filler = File.OpenHandle(
            _volume.PathOf("filler"), FileMode.CreateNew, FileAccess.Write, preallocationSize: filling);
        using (CloneCache cache = _strategy.NewCache(CacheLocation.At(Folder))!)
        {
            CloneOutcome outcome = _strategy.Copy(source, _volume.PathOf("copy"), cache);
            Assert.AreEqual(CloneOutcome.Copied(Reason.DifferentVolumesCacheUnusable, SettledFiles.Length), outcome);
            Assert.AreEqual((CacheProblem.NotWritable, LinuxNative.ENOSPC), (cache.Problem, cache.ErrorNumber));
        }

        _strategy.CacheUpkeep.Wait();
        Assert.IsEmpty(Directory.GetFiles(Folder, "*.entry"));
    }

    [TestMethod]
    [TestCategory("Slow")]
    public void PrunedWhileLittleIsFreeHalfOfWhatWouldBeFreeStays()
    {
        string[] sources = SettledFiles.Take(16);
        using (CloneCache cache = _strategy.NewCache(CacheLocation.At(Folder))!)
        {
            foreach (string source in sources)
            {
                Assert.AreEqual(Reason.DifferentVolumesBeingCached, _strategy.Copy(source, _volume.PathOf("copy"), cache).Reason);
            }
        }

        _strategy.CacheUpkeep.Wait();
        long all = 16 * SettledFiles.Length;
        using SafeFileHandle filler = File.OpenHandle(
            _volume.PathOf("filler"), FileMode.CreateNew, FileAccess.Write,
            preallocationSize: Volume.At(_volume.Folder).FreeBytes - (all / 4));
        long free = Volume.At(_volume.Folder).FreeBytes;
        Assert.IsLessThan(all, free, "There is too much space for the test to mean anything.");

        _strategy.PruneCache(Folder, long.MaxValue, TimeSpan.FromDays(30));

        int kept = Directory.GetFiles(Folder, "*.entry").Length;
        Assert.AreEqual((free + all) / 2 / SettledFiles.Length, kept, $"{free} bytes were free.");
    }
}
