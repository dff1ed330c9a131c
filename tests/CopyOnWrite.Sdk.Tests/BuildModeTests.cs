namespace CopyOnWrite.Sdk.Tests;

/// <summary>One process, threads, publish and pack: the same results with and without the SDK.</summary>
[TestClass]
public sealed class BuildModeTests : OnBtrfs
{
    private const string App = "src/Letterbox.App";

    /// <summary>All at the same place, which compiled files have in them. In several processes SampleBuildTests build.</summary>
    [TestMethod]
    public void MultithreadedABuildGivesWhatTheBuiltInGivesInOneProcessAndSoDoPublishAndPack()
    {
        (TreeSnapshot built, TreeSnapshot shipped, string packed) = Build(_volume, withSdk: false, "-m:1");
        (TreeSnapshot ourBuilt, TreeSnapshot ourShipped, string ourPacked) = Build(_volume, withSdk: true, "-mt");
        SampleBuildTests.AssertSame("build", built, ourBuilt);
        SampleBuildTests.AssertSame("publish and pack", shipped, ourShipped);
        Assert.AreEqual(packed, ourPacked);
    }

    [TestMethod]
    public void InAMultithreadedBuildTheTaskRunsInTheProcess()
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: true);

        string output = repo.OutputOf("build", "-restore", "-t:OnlyCopy", "-mt", "-v:detailed", "-nologo");

        Assert.Contains($"Using \"Copy\" task from assembly \"{repo.Packages}", output);
        Assert.Contains(
            "Launching task \"RestoreTask\"",
            output,
            "NuGet's task, which has no mark, goes to another process; if not, this test cannot fail.");
        Assert.DoesNotContain("Launching task \"Copy\"", output);
        Assert.IsTrue(File.Exists(repo.PathOf("out/copied.txt")));
    }

    /// <summary>MSBuild drops events with data from a task host (dotnet/msbuild#14874).</summary>
    [TestMethod]
    public void InATaskHostTheLineIsLogged()
    {
        Repo repo = CopyOnlyRepo.New(_volume, withSdk: true);
        repo.Variables["MSBUILDFORCEALLTASKSOUTOFPROC"] = "1";

        string output = repo.OutputOf("build", "-restore", "-t:OnlyCopy", "-nodeReuse:false", "-v:detailed", "-nologo");

        Assert.Contains("Launching task \"Copy\"", output, "in a task host");
        Assert.Contains("CopyOnWrite: 1 cloned", output);
    }

    private static (TreeSnapshot Built, TreeSnapshot Shipped, string Packed) Build(VolumeUnderTest volume, bool withSdk, string mode)
    {
        Repo repo = Repo.FromSample(volume, "Mixed", withSdk);
        Check(repo.Build("build", mode));
        TreeSnapshot built = SampleBuildTests.Outputs(repo);
        Check(repo.Build("publish", App, "--no-build", "-c", "Debug", "-o", "bin/published"));
        Check(repo.Build("pack", "--no-build", "-c", "Debug", "-o", "bin/packed"));

        // Packages hold the time of packing; what is in them is compared by name and size of entry.
        var shipped = TreeSnapshot.Take(
            repo.Folder, path => BuildOutputs.Include(path) && !path.EndsWith(".nupkg", StringComparison.Ordinal));
        string[] packages = [.. Directory.EnumerateFiles(repo.PathOf("bin/packed")).Order(StringComparer.Ordinal)];
        string packed = string.Join('\n', packages.SelectMany(Entries));
        Assert.AreNotEqual(string.Empty, packed);
        repo.Delete();
        return (built, shipped, packed);

        void Check(RepoBuild build)
        {
            build.Succeeded().WithoutWarnings();
            if (build.Log.CopyCalls.Count > 0)
            {
                _ = withSdk ? build.WithOurCopy() : build.WithBuiltInCopy();
            }
        }
    }

    private static string[] Entries(string file)
    {
        using ZipArchive package = ZipFile.OpenRead(file);
        return [.. package.Entries
            .Where(e => !e.FullName.EndsWith(".psmdcp", StringComparison.Ordinal) && e.FullName != "_rels/.rels")
            .Select(e => $"{Path.GetFileName(file)}: {e.FullName}: {e.Length} bytes, {e.Crc32:x8}")];
    }
}
