using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Threading;
using CopyOnWrite.Measurement;
using CopyOnWrite.Sdk.Tests.Infrastructure;
using CopyOnWrite.Testing;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Sdk.Tests;

/// <summary>
/// Builds of two processes that are killed while they copy, at moments that a seed chooses: the first copies ever, and replaced ones. The
/// build after that makes what the built-in makes, and what the killed ones left is gone. COW_KILLS sets how many, COW_KILL_SEED repeats a run.
/// </summary>
[TestClass]
public sealed class KilledBuildTests
{
    private const int Files = 150;
    private const int Folders = 4;

    private static readonly int s_kills = Number("COW_KILLS", 3);

    public TestContext TestContext { get; set; } = null!;

    [TestMethod]
    [DataRow("btrfs")]
    [DataRow("xfs")]
    public void WhatAKilledBuildLeavesIsMadeGoodByTheNextAndGone(string volumeName)
    {
        using VolumeUnderTest volume = VolumeUnderTest.Require(volumeName);
        using VolumeUnderTest plain = VolumeUnderTest.Require("plain");
        int seed = Number("COW_KILL_SEED", Environment.TickCount & 0xFFFF);
        TestContext.WriteLine($"COW_KILL_SEED={seed} COW_KILLS={s_kills}");
        var random = new Random(seed);
        string[] sources = [.. Enumerable.Range(0, Files).Select(i => plain.PathOf($"{i}.bin"))];
        foreach (string source in sources)
        {
            Rewrite(source, random);
        }

        SettledFiles.Settle(sources[^1]);
        Repo repo = NewRepo(volume, sources);
        TimeSpan copying = TimeOfCopying(repo);
        var moments = new List<string>();
        int killedWhileCopying = 0;
        for (int kill = 0; kill < s_kills; kill++)
        {
            // Into nothing with an empty cache, into nothing with what there is of one, and over what is there.
            string before = kill == 0 ? "nothing" : (random.Next(4) switch { 0 => "nothing", 1 => "no outputs", _ => "outputs" });
            Delete(repo, before is "nothing" or "no outputs" ? "out" : null, before == "nothing" ? ".copyonwrite-cache" : null);
            foreach (string source in sources.Where(_ => kill > 0 && random.Next(3) == 0))
            {
                Rewrite(source, random);
            }

            TimeSpan moment = copying * random.NextDouble();
            bool finished = BuildAndKill(repo, moment);
            killedWhileCopying += finished ? 0 : 1;
            string leftovers = string.Join(", ", CacheRepo.Leftovers(repo.Folder).Select(Path.GetFileName));
            moments.Add($"over {before}, after {moment.TotalMilliseconds:n0} of {copying.TotalMilliseconds:n0} ms{(finished ? ", too late" : "")}; left: {leftovers}");
        }

        string seen = $"seed {seed}, kills:\n{string.Join('\n', moments)}\n";
        TestContext.WriteLine(seen);
        Assert.IsGreaterThan(0, killedWhileCopying, $"{seen}None met a build that was copying; the test proves nothing.");

        // Over all of what is there: every destination is made once more, as its source is newer.
        foreach (string source in sources)
        {
            Rewrite(source, random);
        }

        repo.Build("build", "all.proj", "-m:2").Succeeded().WithoutWarnings().WithOurCopy();
        repo.Build("build", "all.proj", "-m:2", "-p:Out=reference", "-p:DisableCopyOnWrite=true").Succeeded().WithoutWarnings().WithBuiltInCopy();
        AssertSame(repo, "out", seen);
        SettledFiles.Settle(sources[^1]);
        repo.Build("build", "all.proj", "-m:2", "-p:Out=again").Succeeded().WithoutWarnings().WithOurCopy();
        AssertSame(repo, "again", seen);
        Prune(repo);
        string[] left = CacheRepo.Leftovers(repo.Folder);
        Assert.IsEmpty(left, $"{seen}left:\n{string.Join('\n', left)}");
    }

    private static Repo NewRepo(VolumeUnderTest volume, string[] sources)
    {
        Repo repo = Repo.New(volume);
        repo.Write("copies.proj", $"""
            <Project DefaultTargets="Build">
              <Import Project="Directory.Build.props" />
              <ItemGroup><Source Include="{string.Join(';', sources)}" /></ItemGroup>
              <Target Name="Build">
                <Touch Files="started-$(Folder)" AlwaysCreate="true" />
                <Copy SourceFiles="@(Source)" DestinationFolder="$(Out)/$(Folder)" SkipUnchangedFiles="true" />
                <Touch Files="finished-$(Folder)" AlwaysCreate="true" />
              </Target>
            </Project>
            """);
        repo.Write("all.proj", $"""
            <Project DefaultTargets="Build">
              <PropertyGroup><Out Condition="'$(Out)' == ''">out</Out></PropertyGroup>
              <ItemGroup>
                {string.Concat(Enumerable.Range(0, Folders).Select(i => $"<P Include=\"copies.proj\" AdditionalProperties=\"Out=$(Out);Folder={i}\" />"))}
              </ItemGroup>
              <Target Name="Build"><MSBuild Projects="@(P)" BuildInParallel="true" /></Target>
            </Project>
            """);
        return repo;
    }

    /// <summary>From the first call's beginning to the last one's end, of a build into nothing.</summary>
    private static TimeSpan TimeOfCopying(Repo repo)
    {
        repo.Build("build", "all.proj", "-m:2").Succeeded();
        DateTime began = Directory.GetFiles(repo.Folder, "started-*").Min(File.GetLastWriteTimeUtc);
        return Directory.GetFiles(repo.Folder, "finished-*").Max(File.GetLastWriteTimeUtc) - began;
    }

    /// <summary>Kills the build that long after it began to copy; true when it had finished by then.</summary>
    private static bool BuildAndKill(Repo repo, TimeSpan after)
    {
        foreach (string mark in Directory.GetFiles(repo.Folder, "started-*").Concat(Directory.GetFiles(repo.Folder, "finished-*")))
        {
            File.Delete(mark);
        }

        using var build = new KillableBuild(repo, "build", "all.proj", "-m:2", "-nologo");
        while (build.IsRunning && Directory.GetFiles(repo.Folder, "started-*").Length == 0)
        {
            Thread.Sleep(1);
        }

        Thread.Sleep(after);
        DotNetResult result = build.Kill();
        bool finished = Directory.GetFiles(repo.Folder, "finished-*").Length == Folders;
        Assert.IsTrue(finished || result.ExitCode == 137, result.Output);
        return finished;
    }

    private static void AssertSame(Repo repo, string folder, string seen)
    {
        IReadOnlyList<string> differences = TreeSnapshot.Take(repo.PathOf(folder)).Differences(
            TreeSnapshot.Take(repo.PathOf("reference")), MtimeComparison.Exact);
        Assert.IsEmpty(differences, $"{seen}{folder} (here) and the built-in's (there):\n{string.Join('\n', differences.Take(40))}");
    }

    /// <summary>By the packed assembly, as the task does it.</summary>
    private static void Prune(Repo repo)
    {
        string package = Path.Combine(repo.Packages, SdkPackage.Id.ToLowerInvariant(), SdkPackage.Version);
        var tasks = Assembly.LoadFrom(Path.Combine(package, "tasks", "netstandard2.0", SdkPackage.TaskAssembly));
        object strategy = tasks.GetType("CopyOnWrite.CopyStrategy", throwOnError: true)!.GetMethod("ForThisSystem")!.Invoke(null, null)!;
        tasks.GetType("CopyOnWrite.ICopyStrategy", throwOnError: true)!.GetMethod("PruneCache")!.Invoke(
            strategy, [repo.PathOf(".copyonwrite-cache"), long.MaxValue, TimeSpan.FromDays(30)]);
    }

    private static void Rewrite(string source, Random random)
    {
        byte[] content = new byte[random.Next(70_000, 300_000)];
        random.NextBytes(content);
        File.WriteAllBytes(source, content);
    }

    private static int Number(string variable, int otherwise) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), CultureInfo.InvariantCulture, out int number) ? number : otherwise;

    private static void Delete(Repo repo, params string?[] folders)
    {
        foreach (string folder in folders.OfType<string>().Select(repo.PathOf).Where(Directory.Exists))
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
