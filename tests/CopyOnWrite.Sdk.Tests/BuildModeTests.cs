using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests;

/// <summary>One process or many, threads or processes, publish and pack: the same results with and without the SDK.</summary>
[TestClass]
public sealed class BuildModeTests
{
    private const string App = "src/Letterbox.App";

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("plain")]
    public void AMultithreadedBuildThenPublishThenPackGiveTheSame(string volume) => AssertSame(volume, repo =>
    [
        repo.Build("build", "-mt"),
        repo.Build("publish", App, "--no-build", "-c", "Debug", "-o", "bin/published"),
        repo.Build("pack", "--no-build", "-c", "Debug", "-o", "bin/packed"),
    ]);

    [TestMethod]
    [DataRow("btrfs")]
    public void ABuildInOneProcessGivesTheSame(string volume) => AssertSame(volume, repo => [repo.Build("build", "-m:1")]);

    [TestMethod]
    [DataRow("btrfs")]
    public void ABuildInManyProcessesGivesTheSame(string volume) => AssertSame(volume, repo => [repo.Build("build", "-m:4")]);

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

    private static void AssertSame(string volumeName, Func<Repo, RepoBuild[]> builds)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        var trees = new List<TreeSnapshot>();
        foreach (bool withSdk in new[] { false, true })
        {
            Repo repo = Repo.FromSample(volume, "Mixed", withSdk);
            foreach (RepoBuild build in builds(repo))
            {
                build.Succeeded().WithoutWarnings();
                if (build.Log.CopyCalls.Count > 0)
                {
                    _ = withSdk ? build.WithOurCopy() : build.WithBuiltInCopy();
                }
            }

            // Packages hold the time of packing; what is in them is compared by name and size of entry.
            trees.Add(TreeSnapshot.Take(
                repo.Folder, path => BuildOutputs.Include(path) && !path.EndsWith(".nupkg", StringComparison.Ordinal)));
            repo.Write("packed.txt", Entries(repo));
            File.Move(repo.PathOf("packed.txt"), volume.PathOf($"packed-{withSdk}.txt"));
            repo.Delete();
        }

        IReadOnlyList<string> differences = trees[0].Differences(trees[1], MtimeComparison.ByOrigin);
        Assert.IsEmpty(differences, string.Join('\n', differences.Take(40)));
        Assert.AreEqual(File.ReadAllText(volume.PathOf("packed-False.txt")), File.ReadAllText(volume.PathOf("packed-True.txt")));
    }

    private static string Entries(Repo repo)
    {
        string packed = repo.PathOf("bin/packed");
        return !Directory.Exists(packed)
            ? string.Empty
            : string.Join('\n', Directory.EnumerateFiles(packed).Order(StringComparer.Ordinal).SelectMany(file =>
            {
                using System.IO.Compression.ZipArchive package = System.IO.Compression.ZipFile.OpenRead(file);
                return package.Entries
                    .Where(e => !e.FullName.EndsWith(".psmdcp", StringComparison.Ordinal) && e.FullName != "_rels/.rels")
                    .Select(e => $"{Path.GetFileName(file)}: {e.FullName}: {e.Length} bytes, {e.Crc32:x8}").ToArray();
            }));
    }
}
