using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// The samples, built with and without the SDK at the same place: the output trees are the same, nothing is copied twice, nothing warns,
/// and where the volume clones, package files share their blocks with the package cache.
/// </summary>
[TestClass]
public sealed class SampleBuildTests
{
    /// <summary>
    /// For builds that only say what is to come out: each process of a build compiles MSBuild's own code again, and of two builds of Mixed,
    /// this one took 3.2 s of processor time and the other 4.8 (2026-11-22, means of 6).
    /// </summary>
    internal const string InOneProcess = "-m:1";

    // Smaller files may lie in the file system's own records, or share them with others (btrfs keeps up to 2 KiB inline).
    private const long SharedForSure = 65_536;

    private static readonly Dictionary<string, string> s_leafSource = new()
    {
        ["DeepGraph"] = "src/Foundry.Units",
        ["Microservices"] = "shared/Courier.Contracts",
        ["Mixed"] = "src/Letterbox.Core",
    };

    [TestMethod]
    [DataRow("DeepGraph", "btrfs")]
    [DataRow("DeepGraph", "xfs")]
    [DataRow("DeepGraph", "plain")]
    [DataRow("Microservices", "btrfs")]
    [DataRow("Microservices", "xfs")]
    [DataRow("Microservices", "plain")]
    [DataRow("Mixed", "btrfs")]
    [DataRow("Mixed", "xfs")]
    [DataRow("Mixed", "plain")]
    public void OutputsAreTheSameWithAndWithoutTheSdk(string sample, string volumeName)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);

        TreeSnapshot[] without = BuildThreeTimes(volume, sample, withSdk: false);
        TreeSnapshot[] with = BuildThreeTimes(volume, sample, withSdk: true);

        string[] builds = ["clean build", "no-op build", "build after a change"];
        for (int i = 0; i < builds.Length; i++)
        {
            IReadOnlyList<string> differences = without[i].Differences(with[i], MtimeComparison.ByOrigin);
            Assert.IsEmpty(differences, $"{builds[i]}:\n{string.Join('\n', differences.Take(40))}");
        }
    }

    [TestMethod]
    [DataRow("DeepGraph")]
    [DataRow("Microservices")]
    [DataRow("Mixed")]
    public void ATmpfsBuildSucceedsWithoutWarningsAndCopiesEverythingInFull(string sample)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require("tmpfs");
        Repo repo = Repo.FromSample(volume, sample, withSdk: true);

        RepoBuild build = repo.Build("build").Succeeded().WithoutWarnings().WithOurCopy();

        Assert.AreEqual(0, build.Summary.Cloned, build.Summary.ToString());
        Assert.IsGreaterThan(0, build.Summary.Copied, build.Summary.ToString());
        Assert.AreEqual(0, repo.Build("build", "--no-restore").Succeeded().WithoutWarnings().Log.FilesCopied);
    }

    private static TreeSnapshot[] BuildThreeTimes(VolumeUnderTest volume, string sample, bool withSdk)
    {
        Repo repo = Repo.FromSample(volume, sample, withSdk);
        RepoBuild Build(params string[] arguments)
        {
            RepoBuild build = repo.Build(withSdk ? arguments : [.. arguments, InOneProcess]).Succeeded().WithoutWarnings();
            return withSdk ? build.WithOurCopy() : build.WithBuiltInCopy();
        }

        try
        {
            var snapshots = new TreeSnapshot[3];
            RepoBuild clean = Build("build");
            snapshots[0] = Outputs(repo);
            AssertCloned(repo, clean, withSdk);

            RepoBuild again = Build("build", "--no-restore");
            Assert.AreEqual(0, again.Log.FilesCopied, "The no-op build copied:\n" + Copies(again));
            snapshots[1] = Outputs(repo);

            Change(repo, s_leafSource[sample]);

            // Mixed has an item that is copied always; here it is.
            RepoBuild changed = Build("build", "--no-restore", "-p:SkipUnchangedFilesOnCopyAlways=false");
            Assert.IsGreaterThan(0, changed.Log.FilesCopied);
            snapshots[2] = Outputs(repo);
            return snapshots;
        }
        finally
        {
            repo.Delete();
        }
    }

    /// <summary>
    /// Where the volume clones and the task is ours: by its own count, and by the extents of every package assembly in the outputs.
    /// </summary>
    private static void AssertCloned(Repo repo, RepoBuild build, bool withSdk)
    {
        if (!withSdk)
        {
            Assert.IsEmpty(build.Summary.Lines);
            return;
        }

        Assert.IsNotEmpty(build.Summary.Lines);

        if (!Volume.At(repo.Folder).ExpectedToClone)
        {
            Assert.AreEqual(0, build.Summary.Cloned, build.Summary.ToString());
            return;
        }

        Assert.IsGreaterThan(0, build.Summary.Cloned, build.Summary.ToString());
        (string From, string To)[] packageFiles = [.. PackageFilesCopied(build, repo.Packages).Where(pair =>
            new FileInfo(pair.To).Length >= SharedForSure)];
        string[] notShared = [.. packageFiles
            .Select(pair => (pair.To, Common: Extents.BytesInCommon(pair.From, pair.To), new FileInfo(pair.To).Length))
            .Where(file => file.Common < file.Length)
            .Select(file => $"{file.To}: {file.Common} of {file.Length} bytes in common")];
        Assert.IsEmpty(notShared, string.Join('\n', notShared));
        Assert.IsNotEmpty(packageFiles, "No package assembly of 64 KiB or more was copied: the test proves nothing.");
    }

    private static IEnumerable<(string From, string To)> PackageFilesCopied(RepoBuild build, string packages)
    {
        foreach (string message in build.Log.CopyCalls.SelectMany(call => call.Messages))
        {
            string[] parts = message.Split('"');
            if (message.StartsWith("Copying file from", StringComparison.Ordinal)
                && parts[1].StartsWith(packages, StringComparison.Ordinal))
            {
                yield return (parts[1], parts[3]);
            }
        }
    }

    internal static string LeafSource(string sample) => s_leafSource[sample];

    internal static void Change(Repo repo, string project)
    {
        string source = Directory.EnumerateFiles(repo.PathOf(project), "*.cs").Order(StringComparer.Ordinal).First();
        File.AppendAllText(source, "\ninternal static class AddedByATest\n{\n    internal const int Value = 1;\n}\n");
    }

    private static string Copies(RepoBuild build) =>
        string.Join(
            '\n', build.Log.CopyCalls.SelectMany(c => c.Messages).Where(m => m.StartsWith("Copying", StringComparison.Ordinal)).Take(20));

    private static TreeSnapshot Outputs(Repo repo) => TreeSnapshot.Take(repo.Folder, BuildOutputs.Include);
}
