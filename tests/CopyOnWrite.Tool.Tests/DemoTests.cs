using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using CopyOnWrite.Build;
using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Tests.Infrastructure;
using Microsoft.VisualStudio.TestTools.UnitTesting;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What `./build.sh demo` says of given results, and of the tool's progress.</summary>
[TestClass]
public sealed class DemoTests
{
    private static readonly double[] s_slow = [4.0, 4.1, 4.2, 4.3, 4.4];
    private static readonly double[] s_fast = [3.0, 3.1, 3.2, 3.3, 3.4];

    [TestMethod]
    public void WhereEveryBuildIsFasterItSaysByHowMuch()
    {
        IReadOnlyList<string> lines = Summary(BenchResults.Of(s_slow, s_fast, packages: "packages on ext4"));
        Assert.StartsWith("xfs, packages on ext4   build ", lines[1]);
        Assert.Contains("4.20 s (4.00-4.40)", lines[1]);
        Assert.Contains("3.20 s (3.00-3.40)", lines[1]);
        Assert.EndsWith("   24% less time", lines[1]);
    }

    [TestMethod]
    public void WhereEveryBuildIsSlowerItSaysByHowMuch() =>
        Assert.EndsWith("   31% more time", Summary(BenchResults.Of(s_fast, s_slow))[1]);

    [TestMethod]
    public void WhereTimesOverlapThereIsNoDifference() =>
        Assert.EndsWith("   no difference", Summary(BenchResults.Of(s_slow, [3.0, 3.1, 3.2, 3.3, 4.0]))[1]);

    [TestMethod]
    [DataRow(1, "1 round is too few to tell")]
    [DataRow(3, "3 rounds are too few to tell")]
    [DataRow(4, "24% less time")]
    public void AFewBuildsShowNoDifferenceInTime(int rounds, string verdict) =>
        Assert.EndsWith("   " + verdict, Summary(BenchResults.Of(s_slow[..rounds], s_fast[..rounds]))[1]);

    [TestMethod]
    [DataRow(750_000_000, 18_000_000, "750 MB", "18 MB", "732 MB less")]
    [DataRow(2_000_000, 11_000_000, "2 MB", "11 MB", "9 MB more")]
    [DataRow(1_600_000, 3_200_000, "2 MB", "3 MB", "no difference")]
    [DataRow(750_000_000, 750_000_000, "750 MB", "750 MB", "no difference")]
    public void DiskSpaceIsCompared(long builtIn, long sdk, string first, string second, string verdict)
    {
        BenchResult result = With(BenchResults.Of(s_slow, s_fast), arm => arm with
        {
            OutputBytes = 752_000_000,
            OwnedAloneBytes = arm.Kind == ArmKind.Sdk ? sdk : builtIn,
        });
        string[] cells = [.. Summary(result)[3].Split("   ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)];
        CollectionAssert.AreEqual(new[] { "disk space", first, second, verdict }, cells, string.Join('|', cells));
    }

    [TestMethod]
    public void FilesAreShownWhereTheyWereCounted()
    {
        Assert.DoesNotContain("files cloned", string.Join('\n', Summary(BenchResults.Of(s_slow, s_fast))));
        BenchResult counted = With(BenchResults.Of(s_slow, s_fast), arm => arm with
        {
            Files = arm.Kind == ArmKind.Sdk ? new ArmFileCounts(1_561, 410, 455) : new ArmFileCounts(106, 1_865, null),
        });
        Assert.MatchesRegex("^ +files cloned +106 +1,561 +455 of them from the cache$", Summary(counted)[4]);
    }

    [TestMethod]
    public void OutputsThatDifferAreNamed()
    {
        Assert.AreEqual(
            "xfs, packages on the same volume: THE OUTPUTS DIFFER: bin/a.dll: mode 644 != 600",
            Summary(BenchResults.Of(s_slow, s_fast, difference: "bin/a.dll: mode 644 != 600"))[^1]);
        Assert.AreEqual(
            "xfs, packages on the same volume: both make the same outputs.", Summary(BenchResults.Of(s_slow, s_fast))[^1]);
    }

    [TestMethod]
    public void NoLineIsLongerThanATerminalIsWideOrEndsInBlanks()
    {
        BenchResult one = BenchResults.Of(s_slow, s_fast, volume: "btrfs", packages: "packages on the same volume");
        foreach (string line in Summary(one))
        {
            Assert.IsLessThanOrEqualTo(120, line.Length, line);
            Assert.AreEqual(line.TrimEnd(), line);
        }
    }

    // The error stream of the process is replaced.
    [TestMethod]
    [DoNotParallelize]
    public void TheTimeLeftIsThatOfAllBuildsAndLinesOfTheToolAreUnderstood()
    {
        var clock = new Clock();
        var shown = new List<string>();
        var progress = new DemoProgress(clock, shown.Add);
        progress.Say("packing");
        clock.Pass(TimeSpan.FromSeconds(12));    // Six units, two seconds each.
        progress.Begin(arms: 2, builds: 3);    // And restored: eight units.

        Assert.IsTrue(progress.Show("xfs, SDK: copying the repository and restoring"));
        Assert.IsTrue(progress.Show("xfs, built-in: copying the repository and restoring"));
        clock.Pass(TimeSpan.FromSeconds(4));
        foreach (string line in LinesOfTheTool(6))
        {
            clock.Pass(TimeSpan.FromSeconds(2));
            Assert.IsTrue(progress.Show(line), line);
        }

        string all = string.Join('\n', shown);
        Assert.AreEqual("[....................] a few minutes: packing", shown[0], all);
        Assert.AreEqual("[########............] 16 s left: xfs, SDK: copying the repository and restoring", shown[1], all);
        Assert.AreEqual("[############........] 10 s left: xfs, SDK 3.02 s", shown[3], all);
        Assert.AreEqual("[####################] done: xfs, SDK 3.02 s", shown[^1], all);
    }

    [TestMethod]
    public void OtherLinesOfTheToolAreLeftToTheCaller()
    {
        var shown = new List<string>();
        var progress = new DemoProgress(new Clock(), shown.Add);
        progress.Begin(arms: 2, builds: 3);
        Assert.IsFalse(progress.Show("The repository's copy cannot be restored (xfs, SDK):"));
        Assert.IsEmpty(shown);
    }

    [TestMethod]
    public void WhatToDoNextAreCommandsThatTheToolTakes()
    {
        string[] next = [.. Demo.Next("TOOL", "PACKAGES").Where(line => line.Contains("dotnet TOOL", StringComparison.Ordinal))];
        Assert.HasCount(2, next);
        foreach (string line in next)
        {
            string[] words = line.Split('#')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            Assert.IsEmpty(CommandErrors.Of(CowCommand.New().Parse(words[2..])), line);
        }
    }

    private static IReadOnlyList<string> Summary(BenchResult result) =>
        DemoSummary.Of(JsonSerializer.Serialize(result, JsonFormat.Options));

    private static BenchResult With(BenchResult result, Func<ArmResult, ArmResult> change) => result with
    {
        Volumes = [.. result.Volumes.Select(volume => volume with { Arms = [.. volume.Arms.Select(change)] })],
    };

    /// <summary>As `dotnet cow bench` writes them to its error stream.</summary>
    private static string[] LinesOfTheTool(int builds)
    {
        TextWriter errors = Console.Error;
        using var written = new StringWriter();
        Console.SetError(written);
        try
        {
            var progress = new BenchProgress(builds);
            for (int build = 1; build <= builds; build++)
            {
                progress.Done("xfs, SDK 3.02 s");
            }
        }
        finally
        {
            Console.SetError(errors);
        }

        return written.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    }

    /// <summary>Moves when it is told to.</summary>
    private sealed class Clock : TimeProvider
    {
        private long _now;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now;

        internal void Pass(TimeSpan time) => _now += time.Ticks;
    }
}
