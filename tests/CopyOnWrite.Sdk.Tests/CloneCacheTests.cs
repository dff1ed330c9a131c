namespace CopyOnWrite.Sdk.Tests;

/// <summary>The cross-volume cache in builds: it works by default, and each property has its effect, wherever it is set.</summary>
[TestClass]
public sealed class CloneCacheTests : OnBtrfs
{
    private static readonly string s_bytes = (3 * SettledFiles.Length).ToString("N0", System.Globalization.CultureInfo.InvariantCulture);

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    public void WithNothingSetTheSecondProjectClonesWhatTheFirstCopied(string volumeName)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        CacheRepo repo = CacheRepo.New(volume);

        RepoBuild first = repo.BuildRight("one");
        RepoBuild second = repo.BuildRight("two");

        CollectionAssert.Contains(
            first.Summary.Lines.ToArray(),
            $"CopyOnWrite: 0 cloned (0 bytes), 3 copied ({s_bytes} bytes; 3 on another volume, being added to the cache), 0 unchanged.");
        CollectionAssert.Contains(
            second.Summary.Lines.ToArray(),
            $"CopyOnWrite: 0 cloned (0 bytes), 3 cloned from the cache ({s_bytes} bytes), 0 copied, 0 unchanged.");
        Assert.HasCount(3, CacheRepo.Entries(repo.DefaultCache));
        foreach (string name in repo.Sources.Select(s => Path.GetFileName(s)!))
        {
            Assert.AreEqual(SettledFiles.Length, CacheRepo.BytesOfAnEntry(repo.DefaultCache, repo.Repo.PathOf($"out/two/{name}")), name);
        }
    }

    [TestMethod]
    [DataRow(false, "false")]
    [DataRow(true, "0")]
    public void TurnedOffItIsNeitherMadeNorUsed(bool asVariable, string value)
    {
        CacheRepo repo = CacheRepo.New(_volume);
        repo.Set(asVariable, "CopyOnWriteCache", value);

        Assert.AreEqual(3, repo.BuildRight("one").Summary.Copied);
        Assert.IsFalse(Directory.Exists(repo.DefaultCache));

        repo.BuildRight("two", "-p:CopyOnWriteCache=true");
        Assert.HasCount(3, CacheRepo.Entries(repo.DefaultCache), "On again, by the command line.");
        File.Delete(repo.Repo.PathOf("out/two/" + Path.GetFileName(repo.Sources[0])));
        RepoBuild off = repo.BuildRight("two");
        Assert.AreEqual((0L, 1L), (off.Summary.FromCache, off.Summary.Copied), off.Summary.ToString());
    }

    [TestMethod]
    [DataRow(false, "a b;c%zd@e'f\"g(h)[i]größe-文件", "")]
    [DataRow(true, "a b;c%zd@e'f\"g(h)[i]größe-文件", "")]
    [DataRow(false, "ends in a slash/", "-m:2")]
    [DataRow(false, "cache", "-mt")]
    [DataRow(false, "cache", "-graph")]
    public void APathIsTakenWhateverIsInIt(bool asVariable, string name, string argument)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("xfs");
        CacheRepo repo = CacheRepo.New(volume);
        string path = volume.PathOf(name);
        repo.Set(asVariable, "CopyOnWriteCachePath", path);
        string[] arguments = argument.Length > 0 ? [argument] : [];

        repo.BuildRight("one", arguments);

        Assert.HasCount(3, CacheRepo.Entries(path), string.Join('\n', Directory.GetFileSystemEntries(volume.Folder)));
        Assert.AreEqual("*\n", File.ReadAllText(Path.Combine(path, ".gitignore")));
        Assert.IsFalse(Directory.Exists(repo.DefaultCache));
        Assert.AreEqual(3, repo.BuildRight("two", arguments).Summary.FromCache);
    }

    [TestMethod]
    public void ThePathReachesProjectsThatAreBuiltInOtherProcesses()
    {
        CacheRepo repo = CacheRepo.New(_volume);
        string[] names = ["a", "b", "c", "d"];
        repo.WriteProjects(names);
        repo.Write("all", $"""<MSBuild Projects="{string.Join(';', names.Select(n => n + ".proj"))}" BuildInParallel="true" />""");
        repo.SetProperty("CopyOnWriteCachePath", _volume.PathOf("cache"));

        repo.Build("all", "-m:2").Succeeded().WithoutWarnings().WithOurCopy();

        foreach (string name in names)
        {
            repo.AssertRight(name);
        }

        Assert.HasCount(3, CacheRepo.Entries(_volume.PathOf("cache")));
        Assert.IsFalse(Directory.Exists(repo.DefaultCache), "A process went by the default.");
    }

    [TestMethod]
    [DataRow(false, "CopyOnWriteCacheMaxSize", "200KB", 1)]
    [DataRow(true, "CopyOnWriteCacheMaxAge", "12h", 3)]
    public void TheCacheIsKeptWithinItsBounds(bool asVariable, string property, string value, int kept)
    {
        CacheRepo repo = CacheRepo.New(_volume);
        string[] others = SettledFiles.Take(2);
        repo.Write("earlier", """<Copy SourceFiles="@(Source)" DestinationFolder="out/earlier" />""", others);
        repo.Build("earlier").Succeeded();
        string[] earlier = CacheRepo.Entries(repo.DefaultCache);
        Assert.HasCount(2, earlier);
        foreach (string entry in earlier)
        {
            File.SetLastAccessTimeUtc(entry, DateTime.UtcNow - TimeSpan.FromHours(13));
        }

        File.SetLastWriteTimeUtc(Path.Combine(repo.DefaultCache, "CACHEDIR.TAG"), DateTime.UtcNow - TimeSpan.FromHours(25));
        repo.Set(asVariable, property, value);

        repo.BuildRight("one");

        string[] left = CacheRepo.Entries(repo.DefaultCache);
        Assert.HasCount(kept, left, string.Join('\n', left));
        Assert.IsEmpty(left.Intersect(earlier), "Those that were unused for longest go first.");
    }
}
