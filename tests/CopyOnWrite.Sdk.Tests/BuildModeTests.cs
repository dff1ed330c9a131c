namespace CopyOnWrite.Sdk.Tests;

/// <summary>One process, threads, publish and pack: the same results with and without the SDK.</summary>
[TestClass]
public sealed class BuildModeTests
{
    private const string App = "src/Letterbox.App";

    /// <summary>
    /// All at the same place, which compiled files have in them. What is published and packed is so of the first build. In several processes
    /// SampleBuildTests build.
    /// </summary>
    [TestMethod]
    public void MultithreadedAndInOneProcessABuildGivesWhatTheBuiltInGivesAndSoDoPublishAndPack()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        (TreeSnapshot built, TreeSnapshot? shipped, string packed) = Build(volume, withSdk: false, "-m:1");
        foreach (string mode in new[] { "-mt", "-m:1" })
        {
            (TreeSnapshot ourBuilt, TreeSnapshot? ourShipped, string ourPacked) = Build(volume, withSdk: true, mode, ships: mode == "-mt");
            SampleBuildTests.AssertSame($"build {mode}", built, ourBuilt);
            if (ourShipped is not null)
            {
                SampleBuildTests.AssertSame("publish and pack", shipped!, ourShipped);
                Assert.AreEqual(packed, ourPacked);
            }
        }
    }

    [TestMethod]
    public void InAMultithreadedBuildTheTaskRunsInTheProcess()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        Repo repo = CopyOnlyRepo.New(volume, withSdk: true);

        DotNetResult result = repo.Run(["build", "-restore", "-t:OnlyCopy", "-mt", "-v:detailed", "-nologo"]);

        Assert.AreEqual(0, result.ExitCode, result.Output);
        Assert.Contains($"Using \"Copy\" task from assembly \"{repo.Packages}", result.Output);
        Assert.Contains(
            "Launching task \"RestoreTask\"",
            result.Output,
            "NuGet's task, which has no mark, goes to another process; if not, this test cannot fail.");
        Assert.DoesNotContain("Launching task \"Copy\"", result.Output);
        Assert.IsTrue(File.Exists(repo.PathOf("out/copied.txt")));
    }

    [TestMethod]
    public void AskedWhetherItIsUpToDateABuildAnswersAsWithTheBuiltInAndCopiesNothing()
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("btrfs");
        var answers = new List<string>();
        foreach (bool withSdk in new[] { false, true })
        {
            Repo repo = Repo.New(volume, withSdk);
            repo.Write("copies.proj", """
                <Project>
                  <Import Project="Directory.Build.props" />
                  <Target Name="Build"><Copy SourceFiles="source.txt" DestinationFiles="out/copied.txt" SkipUnchangedFiles="true" /></Target>
                </Project>
                """);
            repo.Write("source.txt", "before");
            repo.Build("build", "copies.proj").Succeeded();
            RepoBuild upToDate = repo.Build("build", "copies.proj", "-question").Succeeded();
            repo.Write("source.txt", "after the change");
            RepoBuild outOfDate = repo.Build("build", "copies.proj", "-question").Failed();

            Assert.AreEqual("before", File.ReadAllText(repo.PathOf("out/copied.txt")), "-question copied.");
            answers.Add(string.Join('\n', upToDate.Log.Errors.Concat(outOfDate.Log.Errors).Select(e => $"{e.Code}: {e.Text}")));
            repo.Delete();
        }

        Assert.AreEqual(answers[0], answers[1]);
        Assert.Contains("Copying file from", answers[1]);
    }

    private static (TreeSnapshot Built, TreeSnapshot? Shipped, string Packed) Build(
        VolumeUnderTest volume, bool withSdk, string mode, bool ships = true)
    {
        Repo repo = Repo.FromSample(volume, "Mixed", withSdk);
        Check(repo.Build("build", mode));
        TreeSnapshot built = SampleBuildTests.Outputs(repo);
        TreeSnapshot? shipped = null;
        string packed = string.Empty;
        if (ships)
        {
            Check(repo.Build("publish", App, "--no-build", "-c", "Debug", "-o", "bin/published"));
            Check(repo.Build("pack", "--no-build", "-c", "Debug", "-o", "bin/packed"));

            // Packages hold the time of packing; what is in them is compared by name and size of entry.
            shipped = TreeSnapshot.Take(
                repo.Folder, path => BuildOutputs.Include(path) && !path.EndsWith(".nupkg", StringComparison.Ordinal));
            string[] packages = [.. Directory.EnumerateFiles(repo.PathOf("bin/packed")).Order(StringComparer.Ordinal)];
            packed = string.Join('\n', packages.SelectMany(Entries));
            Assert.AreNotEqual(string.Empty, packed);
        }

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
