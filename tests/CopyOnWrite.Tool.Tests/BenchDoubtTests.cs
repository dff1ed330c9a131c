using System.Text.Json;
using CopyOnWrite.Tool.Bench;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Tests.Infrastructure;

namespace CopyOnWrite.Tool.Tests;

/// <summary>What makes a result less sure than its numbers look: a busy machine, few rounds.</summary>
[TestClass]
public sealed class BenchDoubtTests
{
    private static readonly double[] s_steady = [2.00, 2.01, 2.02, 2.03, 2.04];
    private static readonly double[] s_wild = [1.5, 2.6, 2.0, 1.7, 2.4];

    [TestMethod]
    public void RoundsThatSpreadSayHowMuchCouldNotBeSeen()
    {
        BenchReport report = new(BenchResults.Of(s_steady, s_wild));
        Verdict verdict = report.Verdicts.Single();
        Assert.IsFalse(verdict.IsReal);
        Assert.IsGreaterThan(0.1, verdict.SmallestVisible);
        Assert.MatchesRegex(
            @"^Too few rounds to see much: a difference below \d\d% could not be seen \(xfs, SDK\)\. "
            + @"(About \d+ rounds would show one of 5%\.|Even 100 rounds .*)$",
            report.Warnings.Single());
        Assert.Contains(report.Warnings.Single(), System.Net.WebUtility.HtmlDecode(report.Html()));
    }

    [TestMethod]
    public void SteadyRoundsAndARealDifferenceHaveNoWarning()
    {
        Assert.IsEmpty(new BenchReport(BenchResults.Of(s_steady, s_steady)).Warnings);
        Assert.IsEmpty(new BenchReport(BenchResults.Of(s_wild, [.. s_wild.Select(seconds => seconds / 3)])).Warnings);
    }

    [TestMethod]
    public void ABusyMachineIsNamedWithWhatItDid()
    {
        BenchResult quiet = BenchResults.Of(s_steady, s_steady);
        BenchResult busy = With(
            quiet, new BusySample(0, 0, 4, 0), new BusySample(1, 2.25, 4, 0.02), new BusySample(2, 3.5, 4, 0.4));
        Assert.AreEqual(
            "The machine was busy: before 2 of 3 rounds others used 3.5 of 4 processors and waited for a disk 40 % of the time at most. "
            + "Differences may come from that: repeat it on a quiet machine.",
            new BenchReport(busy).Warnings.Single());
        Assert.IsEmpty(new BenchReport(With(quiet, new BusySample(1, 0.3, 4, 0.05))).Warnings);
    }

    [TestMethod]
    public void WhatTheKernelCountsBecomesProcessorsAndWaiting()
    {
        const string Before = "cpu  100 0 50 800 40 5 5 0 0 0\ncpu0 1 2 3\ncpu1 1 2 3\ncpu2 1\ncpu3 1\n";
        const string After = "cpu  140 0 60 940 40 5 5 10 0 0\ncpu0 1 2 3\ncpu1 1 2 3\ncpu2 1\ncpu3 1\n";
        MachineLoad.Counters before = MachineLoad.Parse(Before, "some avg10=0.00 total=1000\nfull total=0\n")!.Value;
        MachineLoad.Counters after = MachineLoad.Parse(After, "some avg10=0.00 total=251000\nfull total=0\n")!.Value;

        // 60 of 200 ticks were not idle, on four processors; a quarter of a second of a second was waited.
        Assert.AreEqual(new MachineLoad(1.2, 4, 0.25), MachineLoad.Between(before, after));
        Assert.IsNull(MachineLoad.Between(before, before), "No time has passed.");
        MachineLoad? untold = MachineLoad.Between(MachineLoad.Parse(Before, null)!.Value, MachineLoad.Parse(After, null)!.Value);
        Assert.AreEqual(new MachineLoad(1.2, 4, null), untold);
    }

    [TestMethod]
    [DataRow("")]
    [DataRow("cpu 1 2")]
    [DataRow("intr 1 2 3 4 5 6 7 8 9")]
    [DataRow("cpu a b c d e f g h")]
    [DataRow("cpu -1 2 3 4 5 6 7 8")]
    public void OtherTextIsNoAnswer(string stat) => Assert.IsNull(MachineLoad.Parse(stat, null));

    [TestMethod]
    public void AResultWithAllOfItIsReadAgain()
    {
        BenchResult result = With(BenchResults.Of(s_steady, s_wild), new BusySample(1, 0.5, 2, null));
        result = result with { Volumes = [result.Volumes[0] with { Command = "make", ChangedFile = "a.cs" }] };
        VolumeResult read = BenchFiles.Parse(JsonSerializer.Serialize(result, JsonFormat.Options), "result.json").Volumes[0];
        Assert.AreEqual(("make", "a.cs", 1), (read.Command, read.ChangedFile, read.Busy!.Count));
        Assert.DoesNotContain("Copy task s", new BenchReport(result).Markdown(), "Of a command nothing is known of Copy.");
    }

    private static BenchResult With(BenchResult result, params BusySample[] samples) =>
        result with { Volumes = [result.Volumes[0] with { Busy = samples }] };
}
