namespace CopyOnWrite.Sdk.Tests;

/// <summary>Builds with a cache on a volume that is full, or nearly.</summary>
[TestClass]
public sealed class CloneCacheWithoutRoomTests
{
    [TestMethod]
    public void OnAFullVolumeTheCacheMakesRoomForTheBuild()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("small");
        CacheRepo repo = CacheRepo.New(volume, files: 40);
        string[] others = SettledFiles.Take(40);
        repo.Write("earlier", """<Copy SourceFiles="@(Source)" DestinationFolder="out/earlier" />""", others);
        repo.Build("earlier").Succeeded();
        string[] earlier = CacheRepo.Entries(repo.DefaultCache);
        Assert.HasCount(40, earlier);

        // Space for a quarter of the files; the entries keep that of all. Nothing is deleted before: xfs frees it later (xfs_inodegc), and
        // the free space that is asked for here would not count it. Nor does it count what xfs keeps beyond the end of files just written,
        // 64 KiB each, until the volume is full (xfs_blockgc_free_space).
        long space = 10L * SettledFiles.Length;
        long filling = Volume.At(volume.Folder).FreeBytes - space;
        using (File.OpenHandle(volume.PathOf("filler"), FileMode.CreateNew, FileAccess.Write, preallocationSize: filling))
        {
            repo.Build("one").Succeeded().WithoutWarnings().WithOurCopy();
        }

        File.Delete(volume.PathOf("filler"));
        repo.AssertRight("one");
        Assert.IsEmpty(CacheRepo.Entries(repo.DefaultCache).Intersect(earlier));
        Assert.IsEmpty(CacheRepo.Leftovers(repo.Repo.Folder));
    }

    [TestMethod]
    public void WhileLittleIsFreeTheBuildIsRightAndSaysThatNothingIsAdded()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("small");
        CacheRepo repo = CacheRepo.New(volume);

        // Less than the cache leaves to builds, and more than this one needs.
        Volume small = Volume.At(volume.Folder);
        long filling = small.FreeBytes - (small.TotalBytes / 20);
        using (File.OpenHandle(volume.PathOf("filler"), FileMode.CreateNew, FileAccess.Write, preallocationSize: filling))
        {
            RepoBuild build = repo.BuildRight("one");

            string seen = string.Join('\n', build.Summary.Lines);
            Assert.Contains("bytes; 3 on another volume, cache unusable), ", seen);
            BuildDiagnostic message = build.Log.CodedMessages.Single();
            Assert.AreEqual("COW1006", message.Code);
            Assert.Contains("cannot be written to (error 28), so nothing is added", message.Text);
        }

        Assert.IsEmpty(CacheRepo.Entries(repo.DefaultCache));
        File.Delete(volume.PathOf("filler"));
        repo.BuildRight("two");
        Assert.HasCount(3, CacheRepo.Entries(repo.DefaultCache));
    }

    [TestMethod]
    public void AVolumeWithoutRoomForTheFileIsTheBuiltInsErrorAndHasTheOtherFiles()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("small");
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        CacheRepo repo = CacheRepo.New(volume);
        string big = plain.PathOf("big.bin");
        using (FileStream stream = File.Create(big))
        {
            stream.SetLength(Volume.At(volume.Folder).TotalBytes + 1);
        }

        SettledFiles.Settle(big);
        repo.Write("one", """<Copy SourceFiles="@(Source)" DestinationFolder="out/one" Retries="0" />""", [.. repo.Sources, big]);

        repo.Build("one").Failed("MSB3021").WithOurCopy();

        File.Delete(repo.Repo.PathOf("out/one/big.bin")); // What the built-in leaves of it.
        repo.AssertRight("one");
        Assert.IsEmpty(CacheRepo.Leftovers(repo.Repo.Folder));
    }
}
