using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using CopyOnWrite.Measurement;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests.Staging;

/// <summary>
/// Builds that are killed while they stage, at moments that a seed chooses. The next one stages what is missing and what is half-written, and leaves
/// nothing over. COW_KILLS sets how many, COW_KILL_SEED repeats a run.
/// </summary>
[TestClass]
[DoNotParallelize] // Kills at moments of a run that was timed before.
public sealed class KilledStagingTests
{
    private const int Folders = 8;
    private const int FilesInAFolder = 80;

    // Of a kill that comes too late there is another in its place, so many times.
    private const int MostTriesForAKill = 6;

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

        TimeSpan staging = TimeOfStaging(repo);
        var moments = new List<string> { $"seed {seed}, kills:" };
        int killedWhileStaging = 0;
        for (int kill = 0; kill < s_kills * MostTriesForAKill && killedWhileStaging < s_kills; kill++)
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

            // Half of the time that it took with nothing there: mostly there is less to do.
            TimeSpan moment = staging * random.NextDouble() / 2;
            bool finished = BuildAndKill(repo, moment);
            killedWhileStaging += finished ? 0 : 1;
            moments.Add($"over {(intoNothing ? "nothing" : "files")}, after {moment.TotalMilliseconds:n0} of {staging.TotalMilliseconds:n0} ms{(finished ? ", too late" : "")}; left: {string.Join(", ", CacheRepo.Leftovers(repo.Folder))}");
            AssertMadeGood(repo, string.Join('\n', moments));
        }

        TestContext.WriteLine(string.Join('\n', moments));
        Assert.AreEqual(s_kills, killedWhileStaging, $"{string.Join('\n', moments)}\nToo few met a build that was staging.");
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

    private static TimeSpan TimeOfStaging(Repo repo)
    {
        repo.Build("build", "stage.proj").Succeeded();
        return File.GetLastWriteTimeUtc(repo.PathOf("finished")) - File.GetLastWriteTimeUtc(repo.PathOf("started"));
    }

    /// <summary>Kills the build that long after it began to stage; true when it had finished by then.</summary>
    private static bool BuildAndKill(Repo repo, TimeSpan after)
    {
        File.Delete(repo.PathOf("started"));
        File.Delete(repo.PathOf("finished"));
        using var build = new KillableBuild(repo, "build", "stage.proj", "-nologo");
        while (build.IsRunning && !File.Exists(repo.PathOf("started")))
        {
            Thread.Sleep(1);
        }

        Thread.Sleep(after);
        DotNetResult result = build.Kill();
        bool finished = File.Exists(repo.PathOf("finished"));
        Assert.IsTrue(finished || result.ExitCode == 137, result.Output);
        return finished;
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
