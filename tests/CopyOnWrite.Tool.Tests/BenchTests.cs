using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Tool.Bench;

namespace CopyOnWrite.Tool.Tests;

/// <summary><c>dotnet cow bench</c> with real builds, of one small project.</summary>
[TestClass]
public sealed class BenchTests : OnBtrfs
{
    private const int AssetBytes = 200_000;

    [TestMethod]
    public void ItMeasuresCopiesOfTheRepositoryAndLeavesEverythingAsItWas()
    {
        using var other = VolumeUnderTest.Require("plain");
        Repo repo = LibraryRepo.New(_volume); // The built-in's arms turn the SDK off.
        var before = TreeSnapshot.Take(repo.Folder);
        Answer answer = Bench(_volume, repo, "--volume", other.Folder, "--arm", "built-in", "--arm", "sdk").Ended(0);
        BenchResult result = Read(_volume);

        Assert.Contains("in 1 round, too few to tell a difference from chance", answer.Text);
        Assert.HasCount(2, result.Volumes);
        foreach (VolumeResult measured in result.Volumes)
        {
            CollectionAssert.AreEqual(new[] { ArmKind.BuiltIn, ArmKind.Sdk }, measured.Arms.Select(arm => arm.Kind).ToArray());
            Assert.IsTrue(measured.Arms.All(IsMeasured), answer.Text);
        }

        IReadOnlyList<string> changed = before.Differences(TreeSnapshot.Take(repo.Folder), MtimeComparison.Exact);
        Assert.IsEmpty(changed, string.Join('\n', changed));
        CollectionAssert.AreEquivalent(new[] { "repo", "result.json", "result.md" }, NamesIn(_volume));
        Assert.IsEmpty(NamesIn(other));
    }

    [TestMethod]
    public void TheSdkIsAddedAColdCacheIsColdInEveryBuildAndBuildsWithNothingToDoAreTimed()
    {
        using var other = VolumeUnderTest.Require("plain");
        Repo repo = LibraryRepo.New(_volume, withSdk: false);

        // Like a package's file: on another volume, and large enough for the cache.
        string asset = other.PathOf("asset.bin");
        File.WriteAllBytes(asset, new byte[AssetBytes]);
        repo.Write("Directory.Build.targets", $"""
            <Project><ItemGroup><None Include="{asset}" Link="asset.bin" CopyToOutputDirectory="PreserveNewest" /></ItemGroup></Project>
            """);
        Answer answer = Bench(
            _volume, repo, "--arm", "sdk", "--no-op", "--arm", "sdk-cold-cache", "--arm", "package", "--source", SdkPackage.Feed).Ended(0);
        VolumeResult result = Read(_volume).Volumes.Single();
        Dictionary<ArmKind, ArmResult> arms = result.Arms.ToDictionary(arm => arm.Kind);

        Assert.IsLessThan(AssetBytes, arms[ArmKind.Sdk].Outputs.OwnedAloneBytes, answer.Text);
        Assert.IsGreaterThanOrEqualTo(AssetBytes, arms[ArmKind.SdkColdCache].Outputs.OwnedAloneBytes, answer.Text);
        Assert.IsLessThan(AssetBytes, arms[ArmKind.Package].Outputs.OwnedAloneBytes, answer.Text);
        Assert.IsTrue(arms.Values.All(arm => arm.Runs.Single() is { NoOp: not null, Clean.Processor: > 0 }), answer.Text);
        Assert.IsTrue(arms.Values.All(IsMeasured), answer.Text);
        Assert.Contains("repo on btrfs, nothing to do", answer.Text);
    }

    [TestMethod]
    [DataRow(
        "do not use CopyOnWrite.Sdk's task. `dotnet cow doctor` says why.", "Directory.Packages.props",
        "<Project><PropertyGroup><DisableCopyOnWrite>true</DisableCopyOnWrite></PropertyGroup></Project>", "--arm", "sdk")]
    [DataRow("error MSB1011", "Other.csproj", "<Project />", "--arm", "built-in")]
    [DataRow("error CS1001", "Wrong.cs", "class {", "--arm", "built-in")]
    public void WhatCannotBeMeasuredIsRefusedAndNothingIsLeft(string message, string file, string content, params string[] more)
    {
        Repo repo = LibraryRepo.New(_volume);
        repo.Write(file, content);
        Answer answer = Bench(_volume, repo, more);
        Assert.AreEqual(2, answer.Result.ExitCode, answer.Text);
        Assert.Contains(message, answer.Text);
        CollectionAssert.AreEquivalent(new[] { "repo" }, NamesIn(_volume));
    }

    private static Answer Bench(VolumeUnderTest volume, Repo repo, params string[] more) => Cow.Run(
        volume.Folder,
        [
            "bench", repo.Folder, "--volume", volume.Folder, "--rounds", "1", "--packages", repo.Packages,
            "--output", volume.PathOf("result"), .. more,
        ]);

    private static bool IsMeasured(ArmResult arm) =>
        arm is { Outputs: { Bytes: > 0, Differences.Count: 0 } } && arm.Runs.Single().Clean.Wall > 0;

    private static string?[] NamesIn(VolumeUnderTest volume) => [.. Directory.GetFileSystemEntries(volume.Folder).Select(Path.GetFileName)];

    private static BenchResult Read(VolumeUnderTest volume) =>
        JsonSerializer.Deserialize<BenchResult>(File.ReadAllText(volume.PathOf("result.json")), JsonFormat.Options)!;
}
