using static CopyOnWrite.Sdk.Tests.SampleBuildTests;

namespace CopyOnWrite.Sdk.Tests;

/// <summary>A sample whose packages lie on another volume than the repository: with the cache the outputs are the built-in's.</summary>
[TestClass]
public sealed class CloneCacheSampleTests
{
    private const string Sample = "Microservices";

    [TestMethod]
    public void OutputsAreTheSameWithAnEmptyCacheWithAFullOneAndAfterAChange()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("xfs");

        // First, so that the packages have long been there when the cache is asked to take them.
        TreeSnapshot[] without = BuildWithoutSdk(volume);
        Repo repo = FromSample(volume, withSdk: true);
        RepoBuild empty = repo.Build("build").Succeeded().WithoutWarnings().WithOurCopy();
        AssertSame("empty cache", without[0], Outputs(repo));
        int entries = CacheRepo.Entries(repo.PathOf(".copyonwrite-cache")).Length;

        // What was compiled stays: the copies are what is looked at.
        foreach (string folder in Directory.GetDirectories(repo.Folder, "bin", SearchOption.AllDirectories))
        {
            Directory.Delete(folder, recursive: true);
        }

        RepoBuild full = repo.Build("build", "--no-restore").Succeeded().WithoutWarnings().WithOurCopy();
        AssertSame("full cache", without[0], Outputs(repo));

        string[] cachedAgain = [.. full.Summary.Lines.Where(l => l.Contains("being added to the cache", System.StringComparison.Ordinal))];
        Assert.IsEmpty(cachedAgain, string.Join('\n', cachedAgain));
        Assert.IsGreaterThan(entries, full.Summary.FromCache, $"The services share their packages: {entries} entries; {full.Summary}");

        Change(repo, Sample);
        repo.Build("build", "--no-restore").Succeeded().WithoutWarnings().WithOurCopy();
        AssertSame("after a change", without[1], Outputs(repo));
        Assert.IsEmpty(CacheRepo.Leftovers(repo.Folder));
    }

    private static TreeSnapshot[] BuildWithoutSdk(VolumeUnderTest volume)
    {
        Repo repo = FromSample(volume, withSdk: false);
        repo.Build("build", InOneProcess).Succeeded().WithoutWarnings().WithBuiltInCopy();
        TreeSnapshot clean = Outputs(repo);
        Change(repo, Sample);
        repo.Build("build", "--no-restore", InOneProcess).Succeeded().WithoutWarnings().WithBuiltInCopy();
        TreeSnapshot changed = Outputs(repo);
        repo.Delete();
        return [clean, changed];
    }

    private static Repo FromSample(VolumeUnderTest volume, bool withSdk)
    {
        Repo repo = Repo.FromSample(volume, Sample, withSdk);
        repo.Packages = Infrastructure.TestRun.PackageCache(TestVolumes.Plain.Path!);
        repo.Variables["CopyOnWriteCacheWait"] = "true";
        return repo;
    }
}
