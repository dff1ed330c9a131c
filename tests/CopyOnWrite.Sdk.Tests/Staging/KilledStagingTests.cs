using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>
/// Builds that are killed while they stage, at a system call that a seed chooses. The next one stages what is missing and what is half-written, and
/// leaves nothing over. COW_KILLS sets how many, COW_KILL_SEED repeats a run.
/// </summary>
[TestClass]
public sealed class KilledStagingTests
{
    private const int Folders = 8;
    private const int FilesInAFolder = 80;

    // strace counts the calls of each thread. The first two set the times of the file "started". Of seven threads, more than there are, one sets
    // the times of 180 of the 1,280 files that are staged into nothing, and over files of half as many.
    private const int FirstOfStaging = 3;
    private const int LastIntoNothing = 160;
    private const int LastOverFiles = 70;

    private const string Project = """
        <Project DefaultTargets="Build">
          <Import Project="Directory.Build.props" />
          <ItemGroup>
            <Artifact Include="source" DestinationFolder="staged" />
            <Artifact Include="source" DestinationFolder="newer" OnlyNewer="true" />
          </ItemGroup>
          <Target Name="Build"><Touch Files="started" AlwaysCreate="true" /></Target>
          <Target Name="Finish" AfterTargets="CopyArtifacts"><Touch Files="finished" AlwaysCreate="true" /></Target>
        </Project>
        """;

    private static readonly int s_kills = Number("COW_KILLS", 3);

    public TestContext TestContext { get; set; } = null!;

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    public void WhatAKilledBuildHasStagedTheNextOneMakesGood(string volumeName)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        int seed = Number("COW_KILL_SEED", Environment.TickCount & 0xFFFF);
        var random = new Random(seed);
        Repo repo = Repo.New(volume);
        repo.Write("stage.proj", Project);
        string[] sources = [.. Enumerable.Range(0, Folders * FilesInAFolder).Select(i => repo.PathOf($"source/{i % Folders}/{i}.bin"))];
        foreach (string source in sources)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(source)!);
            Rewrite(source, random);
        }

        repo.Build("build", "stage.proj").Succeeded();
        var kills = new List<string> { $"seed {seed}, kills:" };
        for (int kill = 0; kill < s_kills; kill++)
        {
            bool intoNothing = kill == 0 || random.Next(3) == 0;
            foreach (string folder in new[] { "staged", "newer" }.Where(_ => intoNothing))
            {
                Directory.Delete(repo.PathOf(folder), recursive: true);
            }

            foreach (string source in sources.Where(_ => random.Next(2) == 0))
            {
                Rewrite(source, random);
            }

            int call = random.Next(FirstOfStaging, intoNothing ? LastIntoNothing : LastOverFiles);
            BuildAndKill(repo, call);
            kills.Add($"over {(intoNothing ? "nothing" : "files")}, before call {call} of a thread; left: {string.Join(", ", CacheRepo.Leftovers(repo.Folder))}");
            AssertMadeGood(repo, string.Join('\n', kills));
        }

        TestContext.WriteLine(string.Join('\n', kills));
    }

    private static void AssertMadeGood(Repo repo, string seen)
    {
        repo.Build("build", "stage.proj").Succeeded().WithoutWarnings().WithOurCopy();
        string[] left = CacheRepo.Leftovers(repo.Folder);
        Assert.IsEmpty(left, $"{seen}\nleft:\n{string.Join('\n', left)}");
        TreeSnapshot source = TreeSnapshot.Take(repo.PathOf("source"));
        foreach (string folder in new[] { "staged", "newer" })
        {
            IReadOnlyList<string> differences = source.Differences(TreeSnapshot.Take(repo.PathOf(folder)), MtimeComparison.Exact);
            Assert.IsEmpty(differences, $"{seen}\nsource (here) and {folder} (there):\n{string.Join('\n', differences.Take(40))}");
        }
    }

    /// <summary>Kills the build before a thread gives its n-th file the times of its source, which is done to each while it has a temporary name.</summary>
    private static void BuildAndKill(Repo repo, int call)
    {
        File.Delete(repo.PathOf("started"));
        File.Delete(repo.PathOf("finished"));
        string[] strace = [Tools.Require("strace"), "-f", "-qq", "-o", "/dev/null", "-e", "trace=utimensat", "-e", $"inject=utimensat:signal=SIGKILL:when={call}"];
        DotNetResult result = repo.Run(["build", "stage.proj", "-nologo"], strace);
        Assert.AreEqual(137, result.ExitCode, $"It was not killed.\n{result.Output}");
        Assert.IsTrue(File.Exists(repo.PathOf("started")) && !File.Exists(repo.PathOf("finished")), $"It was killed before or after staging.\n{result.Output}");
    }

    private static void Rewrite(string source, Random random)
    {
        byte[] content = new byte[random.Next(8) == 0 ? random.Next(2000) : random.Next(2000, 200_000)];
        random.NextBytes(content);
        File.WriteAllBytes(source, content);
    }

    private static int Number(string variable, int otherwise) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), CultureInfo.InvariantCulture, out int number) ? number : otherwise;
}
