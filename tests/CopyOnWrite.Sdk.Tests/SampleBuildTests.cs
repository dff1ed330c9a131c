namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// The samples, built with and without the SDK at the same place: the output trees are the same, nothing is copied twice, nothing warns,
/// and where the volume clones, every file that the built-in clones is a clone with the SDK as well.
/// </summary>
[TestClass]
public sealed class SampleBuildTests
{
    /// <summary>For expected outputs: each process compiles MSBuild's code again (Mixed: 4.8 s of processor time, so 3.2 s).</summary>
    internal const string InOneProcess = "-m:1";

    private static readonly Dictionary<string, string> s_leafSource = new()
    {
        ["DeepGraph"] = "src/Foundry.Units",
        ["Microservices"] = "shared/Courier.Contracts",
        ["Mixed"] = "src/Letterbox.Core",
    };

    [TestMethod]
    [DataRow("DeepGraph", "btrfs", "btrfs")]
    [DataRow("Microservices", "xfs", "plain", DisplayName = "Microservices, through the cache: its packages are on another volume")]
    [DataRow("Mixed", "xfs", "xfs")]
    [DataRow("Mixed", "plain", "plain")]
    public void OutputsAreTheSameAsWithoutTheSdkAndNoFewerOfThemAreClones(string sample, string volumeName, string packages)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        using VolumeUnderTest ofPackages = VolumeUnderTest.Require(packages);

        // Without first, so that the packages have long been there when the cache is asked to take them.
        var without = BuildAndChange(volume, ofPackages, sample, withSdk: false);
        var with = BuildAndChange(volume, ofPackages, sample, withSdk: true);

        AssertSame("clean build", without.Clean, with.Clean);
        AssertSame("build after a change", without.Changed, with.Changed);
        string[] missing = [.. without.Clones.Except(with.Clones)];
        Assert.IsEmpty(
            missing,
            $"{without.Clones.Length} clones without the SDK, {with.Clones.Length} with it; not\n{string.Join('\n', missing.Take(40))}");
        Assert.AreEqual(volume.Volume.Clones, without.Clones.Length > 0, "The built-in clones where the volume does.");
    }

    /// <summary>Outputs of a clean build and one after a change, and the former's clones. Ours is built once more between.</summary>
    private static (TreeSnapshot Clean, TreeSnapshot Changed, string[] Clones) BuildAndChange(
        VolumeUnderTest volume, VolumeUnderTest packages, string sample, bool withSdk)
    {
        Repo repo = Repo.FromSample(volume, sample, withSdk);
        repo.Packages = Infrastructure.TestRun.PackageCache(packages.Volume.Path!);
        repo.Variables["CopyOnWriteCacheWait"] = "true";
        RepoBuild Build(params string[] arguments)
        {
            RepoBuild build = repo.Build(withSdk ? arguments : [.. arguments, InOneProcess]).Succeeded().WithoutWarnings();
            return withSdk ? build.WithOurCopy() : build.WithBuiltInCopy();
        }

        try
        {
            RepoBuild first = Build("build");
            TreeSnapshot clean = Outputs(repo);
            _ = OperatingSystem.IsLinux() ? Command.OutputOf("sync", "-f", volume.Folder) : string.Empty; // At once: FIEMAP waits by files.
            string[] clones = Clones(first);
            Assert.AreEqual(withSdk && volume.Volume.Clones, first.Summary.Cloned > 0, first.Summary.ToString());
            if (withSdk)
            {
                RepoBuild again = Build("build", "--no-restore");
                Assert.AreEqual(0, again.Log.CopyCalls.Sum(call => call.CopiedFiles.Count()), "The no-op build copied:\n" + Copies(again));
                AssertSame("no-op build", clean, Outputs(repo));
                Assert.AreEqual(packages.Volume != volume.Volume, first.Summary.FromCache > 0, first.Summary.ToString());
                Assert.IsEmpty(CacheRepo.Leftovers(repo.Folder));
            }

            Change(repo, sample);

            // Mixed has an item that is copied always; here it is.
            RepoBuild changed = Build("build", "--no-restore", "-p:SkipUnchangedFilesOnCopyAlways=false");
            Assert.IsGreaterThan(0, changed.Log.CopyCalls.Sum(call => call.CopiedFiles.Count()));
            return (clean, Outputs(repo), clones);
        }
        finally
        {
            repo.Delete();
        }
    }

    /// <summary>The files of the build's Copy calls that share blocks with their source, by their extents.</summary>
    private static string[] Clones(RepoBuild build) =>
    [
        .. build.Log.CopyCalls.SelectMany(call => call.CopiedFiles)
            .Where(file => Extents.BytesInCommon(file.From, file.To) > 0)
            .Select(file => file.To)
            .Distinct(),
    ];

    internal static void Change(Repo repo, string sample)
    {
        string source = Directory.EnumerateFiles(repo.PathOf(s_leafSource[sample]), "*.cs").Order(StringComparer.Ordinal).First();
        File.AppendAllText(source, "\ninternal static class AddedByATest\n{\n    internal const int Value = 1;\n}\n");
    }

    internal static void AssertSame(string when, TreeSnapshot expected, TreeSnapshot found)
    {
        IReadOnlyList<string> differences = expected.Differences(found, MtimeComparison.ByOrigin);
        Assert.IsEmpty(differences, $"{when}:\n{string.Join('\n', differences.Take(40))}");
    }

    internal static TreeSnapshot Outputs(Repo repo) => TreeSnapshot.Take(repo.Folder, BuildOutputs.Include);

    private static string Copies(RepoBuild build) =>
        string.Join(
            '\n', build.Log.CopyCalls.SelectMany(c => c.Messages).Where(m => m.StartsWith("Copying", StringComparison.Ordinal)).Take(20));
}
