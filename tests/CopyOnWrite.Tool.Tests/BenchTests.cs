using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Threading;
using CopyOnWrite.Measurement;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Testing;
using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Tests.Infrastructure;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary><c>dotnet cow bench</c> with real builds, of one small project.</summary>
[TestClass]
public sealed class BenchTests
{
    // Its first builds take seconds, on a busy machine many.
    private static readonly TimeSpan s_hang = TimeSpan.FromMinutes(10);

    [TestMethod]
    public void ItMeasuresCopiesOfTheRepositoryAndLeavesEverythingAsItWas()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        using var other = VolumeUnderTest.Require("plain");
        Repo repo = NewRepo(volume);
        var before = TreeSnapshot.Take(repo.Folder);
        Answer answer = Cow.Run(
            volume.Folder,
            [
                "bench", repo.Folder, "--volume", volume.Folder, "--volume", other.Folder, "--arm", "built-in", "--arm", "sdk", "--rounds",
                "1", "--few", "--packages", repo.Packages, "--output", volume.PathOf("result"),
            ])
                .Ended(0);
        BenchResult result = Read(volume);

        Assert.Contains("in 1 round, too few to tell a difference from chance", answer.Text);
        Assert.HasCount(2, result.Volumes);
        foreach (VolumeResult measured in result.Volumes)
        {
            Assert.IsFalse(measured.Interrupted);
            CollectionAssert.AreEqual(new[] { ArmKind.BuiltIn, ArmKind.Sdk }, measured.Arms.Select(arm => arm.Kind).ToArray());
            Assert.IsTrue(
                measured.Arms.All(arm =>
                    arm.Runs.Count == 1 && arm.Runs[0].Seconds > 0 && arm.OutputFiles > 0 && arm.Differences.Count == 0),
                answer.Text);
        }

        IReadOnlyList<string> changed = before.Differences(TreeSnapshot.Take(repo.Folder), MtimeComparison.Exact);
        Assert.IsEmpty(changed, string.Join('\n', changed));
        CollectionAssert.AreEquivalent(
            new[] { "repo", "result.csv", "result.html", "result.json", "result.md" },
            Directory.GetFileSystemEntries(volume.Folder).Select(Path.GetFileName).ToArray());
        Assert.IsEmpty(Directory.GetFileSystemEntries(other.Folder));
    }

    [TestMethod]
    public void AColdCacheIsColdInEveryBuildAndBuildsWithLittleToDoAreTimed()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        using var other = VolumeUnderTest.Require("plain");
        Repo repo = NewRepo(volume);

        // As a package's file: on another volume, and large enough for the cache.
        string asset = other.PathOf("asset.bin");
        File.WriteAllBytes(asset, new byte[200_000]);
        repo.Write("Directory.Build.targets", $"""
            <Project><ItemGroup><None Include="{asset}" Link="asset.bin" CopyToOutputDirectory="Always" /></ItemGroup></Project>
            """);
        Answer answer = Cow.Run(
            volume.Folder,
            [
                "bench", repo.Folder, "--volume", volume.Folder, "--arm", "sdk", "--scenario", "no-op,one-file,cold-cache", "--count-files",
                "--rounds", "1", "--few", "--packages", repo.Packages, "--output", volume.PathOf("result"),
            ]).Ended(0);
        Dictionary<ArmKind, ArmResult> arms = Read(volume).Volumes.Single().Arms.ToDictionary(arm => arm.Kind);

        Assert.AreEqual(1L, arms[ArmKind.Sdk].Files!.FromCache, answer.Text);
        Assert.AreEqual(0L, arms[ArmKind.SdkColdCache].Files!.FromCache, answer.Text);
        Assert.IsTrue(arms.Values.All(arm => arm.Runs.Single() is { NoOpSeconds: > 0, OneFileSeconds: > 0 }), answer.Text);
        Assert.IsTrue(arms.Values.All(arm => arm.Differences.Count == 0), answer.Text);
        Assert.AreEqual("Letter.cs", Read(volume).Volumes.Single().ChangedFile);
        Assert.AreEqual("public class Letter;", File.ReadAllText(repo.PathOf("Letter.cs")), "The repository itself.");
        Assert.Contains("from cache", answer.Text);
        Assert.Contains("repo on btrfs, nothing to do", answer.Text);
        Assert.Contains("repo on btrfs, one file changed", answer.Text);
    }

    [TestMethod]
    public void AnyCommandIsTimedAndTheArmsAreSetByItsEnvironment()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Repo repo = NewRepo(volume);
        Answer answer = Cow.Run(
            volume.Folder,
            [
                "bench", repo.Folder, "--volume", volume.Folder, "--arm", "built-in", "--arm", "sdk", "--rounds", "1", "--few",
                "--packages",
                repo.Packages, "--command", "dotnet publish -c Release && echo done", "--output", volume.PathOf("result"),
            ]).Ended(0);
        VolumeResult result = Read(volume).Volumes.Single();
        Assert.AreEqual("dotnet publish -c Release && echo done", result.Command);
        Assert.IsTrue(
            result.Arms.All(arm => arm.Runs.Single().Seconds > 0 && arm.OutputFiles > 0 && arm.Differences.Count == 0), answer.Text);
        Assert.Contains("medians of `dotnet publish -c Release && echo done`", answer.Text);
        Assert.DoesNotContain("Copy task s", answer.Text);
        Assert.HasCount(3, File.ReadAllLines(volume.PathOf("result.csv")));
    }

    [TestMethod]
    public void ACommandThatBuildsNothingIsRefused()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Repo repo = NewRepo(volume);
        Answer answer = Cow.Run(
            volume.Folder,
            [
                "bench", repo.Folder, "--volume", volume.Folder, "--arm", "sdk", "--rounds", "1", "--few", "--packages", repo.Packages,
                "--command", "true",
            ]);
        Assert.AreEqual(2, answer.Result.ExitCode, answer.Text);
        Assert.Contains("`true` ran no Copy task of CopyOnWrite.Sdk", answer.Text);
    }

    [TestMethod]
    public void AnSdkThatStandsInACommentOnlyIsBroughtIn()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Repo repo = NewRepo(volume, withSdk: false);
        repo.Write("Directory.Build.props", """<Project><!-- Here goes <Sdk Name="CopyOnWrite.Sdk" Version="1.0.0" /> --></Project>""");
        Answer answer = Cow.Run(
            volume.Folder,
            [
                "bench", repo.Folder, "--volume", volume.Folder, "--arm", "built-in", "--arm", "sdk", "--rounds", "1", "--few",
                "--packages",
                repo.Packages, "--source", SdkPackage.Feed, "--sdk-version", SdkPackage.Version, "--output", volume.PathOf("result"),
            ]).Ended(0);
        Assert.Contains("repo on btrfs", answer.Text);
    }

    [TestMethod]
    public void AnArmOfTheSdkWhoseBuildsDoNotUseItIsRefused()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Repo repo = NewRepo(volume);
        repo.Write(
            "Directory.Packages.props", "<Project><PropertyGroup><DisableCopyOnWrite>true</DisableCopyOnWrite></PropertyGroup></Project>");
        Answer answer = Cow.Run(
            volume.Folder,
            ["bench", repo.Folder, "--volume", volume.Folder, "--arm", "sdk", "--rounds", "1", "--few", "--packages", repo.Packages]);
        Assert.AreEqual(2, answer.Result.ExitCode, answer.Text);
        Assert.Contains("do not use CopyOnWrite.Sdk's task. `dotnet cow doctor` says why.", answer.Text);
    }

    [TestMethod]
    public void TheArmAsAPackageIsForRepositoriesThatDoNotHaveTheSdk()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Repo repo = NewRepo(volume);
        Answer answer = Cow.Run(
            volume.Folder, ["bench", repo.Folder, "--volume", volume.Folder, "--arm", "sdk-as-package", "--rounds", "1", "--few"])
            .Ended(2);
        Assert.Contains("already has CopyOnWrite.Sdk", answer.FirstLine);
        CollectionAssert.AreEquivalent(new[] { "repo" }, Directory.GetFileSystemEntries(volume.Folder).Select(Path.GetFileName).ToArray());
    }

    [TestMethod]
    public void ARepositoryThatDoesNotBuildIsASentenceWithTheBuildsOwnWords()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Repo repo = NewRepo(volume);
        repo.Write("Wrong.cs", "class {");
        Answer answer = Cow.Run(
            volume.Folder,
            ["bench", repo.Folder, "--volume", volume.Folder, "--arm", "built-in", "--rounds", "1", "--few", "--packages", repo.Packages]);
        Assert.AreEqual(2, answer.Result.ExitCode, answer.Text);
        Assert.Contains("`dotnet build` has to succeed before it can be measured", answer.Text);
        Assert.Contains("error CS1001", answer.Text);
        CollectionAssert.AreEquivalent(new[] { "repo" }, Directory.GetFileSystemEntries(volume.Folder).Select(Path.GetFileName).ToArray());
    }

    [TestMethod]
    public void CtrlCKeepsTheRoundsThatWereMeasured()
    {
        using var volume = VolumeUnderTest.Require("btrfs");
        Repo repo = NewRepo(volume);
        using Process bench = Cow.Start(
            volume.Folder, "bench", repo.Folder, "--volume", volume.Folder, "--arm", "built-in", "--arm", "sdk", "--rounds", "500",
            "--packages", repo.Packages, "--output", volume.PathOf("result"));
        using var ends = new Ended(bench);
        var output = bench.StandardOutput.ReadToEndAsync();

        // The summary is emptied by each build and written at its end: two in the first round, which is dropped, then two for each.
        string summary = volume.PathOf($"cow-bench-{bench.Id}/summary.txt");
        bool wasEmpty = true;
        var clock = Stopwatch.StartNew();
        for (int builds = 0; builds < 5;)
        {
            Assert.IsLessThan(s_hang, clock.Elapsed, "The bench does not build.");
            Assert.IsFalse(bench.HasExited, "The bench ended before it was stopped.");
            bool isEmpty = new FileInfo(summary) is not { Exists: true, Length: > 100 }; // A mark of its encoding is there at once.
            builds += wasEmpty && !isEmpty ? 1 : 0;
            wasEmpty = isEmpty;
            Thread.Sleep(5);
        }

        using var kill = Process.Start("kill", ["-INT", bench.Id.ToString(CultureInfo.InvariantCulture)]);
        Assert.IsTrue(bench.WaitForExit(s_hang), "It does not end.");
        Assert.AreEqual(1, bench.ExitCode, output.Result);
        Assert.StartsWith("Stopped after ", output.Result);
        BenchResult result = Read(volume);
        Assert.IsTrue(result.Volumes.Single().Interrupted);
        Assert.IsTrue(result.Volumes.Single().Arms.All(arm => arm.Runs.Count >= 1), output.Result);
        Assert.IsFalse(Directory.Exists(volume.PathOf($"cow-bench-{bench.Id}")), "Its copies are still there.");
    }

    /// <summary>Whatever the test finds, the bench and its builds do not outlive it.</summary>
    private sealed class Ended(Process process) : IDisposable
    {
        public void Dispose()
        {
            if (!process.HasExited)
            {
                process.Kill(entireProcessTree: true);
                process.WaitForExit();
            }
        }
    }

    /// <summary>Where it has the SDK, the built-in's arms turn it off.</summary>
    private static Repo NewRepo(VolumeUnderTest volume, bool withSdk = true)
    {
        Repo repo = Repo.New(volume, withSdk);
        repo.Write(
            "Letters.csproj",
            """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>""");
        repo.Write("Letter.cs", "public class Letter;");
        return repo;
    }

    private static BenchResult Read(VolumeUnderTest volume) =>
        JsonSerializer.Deserialize<BenchResult>(File.ReadAllText(volume.PathOf("result.json")), JsonFormat.Options)!;
}
