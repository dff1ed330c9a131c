using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>What the builds of an arm find.</summary>
internal enum Scenario
{
    /// <summary>No outputs.</summary>
    Clean,

    /// <summary>Outputs that are up to date.</summary>
    NoOp,
}

/// <summary>Two arms, compared.</summary>
/// <param name="Volume">And the repository, in a report on several.</param>
/// <param name="IsOfOneVolume">Both arms are; else the volumes are compared as well.</param>
/// <param name="Ratio">Median wall time over the reference's; below 1 is faster.</param>
/// <param name="Noise">How far two equal arms may come apart, as a part of 1; null where there is no A/A arm.</param>
/// <param name="Rounds">Of the arm with fewer.</param>
internal sealed record Verdict(
    string Volume, ArmKind Kind, Scenario Scenario, string Against, bool IsOfOneVolume, Estimate Ratio, double? Noise, int Rounds)
{
    /// <summary>More than chance: the interval does not hold 1, and two equal arms do not come as far apart.</summary>
    internal bool IsReal => (Ratio.High < 1 || Ratio.Low > 1) && Math.Abs(Ratio.Value - 1) > (Noise ?? 0);

    internal string Words
    {
        get
        {
            string noOp = Scenario == Scenario.NoOp ? ", nothing to do" : string.Empty;
            return $"{Volume}, {ArmNames.Of(Kind)}{noOp}: {Compared()}{Few(Rounds)}";
        }
    }

    /// <summary>
    /// Against the built-in on the same volume, and for a further volume of one machine, against the built-in on its first.
    /// </summary>
    internal static IReadOnlyList<Verdict> Of(BenchResult result)
    {
        var verdicts = new List<Verdict>();
        foreach (var machine in result.Volumes.GroupBy(volume => $"{volume.MachineName} {volume.Date:O} {volume.Repository}"))
        {
            VolumeResult first = machine.First();
            foreach (VolumeResult volume in machine)
            {
                AddOfVolume(verdicts, volume, Scenario.Clean);
                AddOfVolume(verdicts, volume, Scenario.NoOp);
                if (volume != first)
                {
                    double? both = NoiseOf(volume) is { } noise && NoiseOf(first) is { } other ? Math.Max(noise, other) : null;
                    foreach (ArmResult arm in volume.Arms.Where(arm => arm.Kind != ArmKind.BuiltInAgain))
                    {
                        Add(verdicts, volume, arm, Scenario.Clean, first, $"the built-in on {first.Name}", both);
                    }
                }
            }
        }

        return verdicts;
    }

    /// <summary>
    /// Over all volumes and repositories that have the arm: the geometric mean of its ratios to the built-in's. None of fewer than two.
    /// </summary>
    internal static IEnumerable<string> OverAll(BenchResult result) =>
        from scenario in Enum.GetValues<Scenario>()
        from arm in ArmNames.All
        where arm.Kind != ArmKind.BuiltIn
        let pairs = result.Volumes.Select(volume => PairOf(volume, arm.Kind, scenario)).OfType<Pair>().ToList()
        where pairs.Count > 1
        let mean = Estimate.MeanRatio([.. pairs.Select(pair => (pair.Values, pair.Reference))])
        let finding = mean.Low > 1 ? "slower" : mean.High < 1 ? "faster" : "no difference shown"
        let few = Few(pairs.Min(pair => pair.Values.Count))
        select string.Create(
            CultureInfo.InvariantCulture,
            $"All {pairs.Count}, {arm.Name}{(scenario == Scenario.NoOp ? ", nothing to do" : string.Empty)}: "
            + $"{mean.Value:0.000} ({mean.Low:0.000}-{mean.High:0.000}) of the built-in's wall time, {finding}.{few}");

    internal static double? NoiseOf(VolumeResult volume, Scenario scenario = Scenario.Clean) =>
        PairOf(volume, ArmKind.BuiltInAgain, scenario)?.Ratio is { } ratio
            ? Math.Max(Math.Abs(ratio.Low - 1), Math.Abs(ratio.High - 1))
            : null;

    internal static IEnumerable<double> Seconds(IEnumerable<BenchBuild> runs, Scenario scenario) =>
        scenario == Scenario.Clean ? runs.Select(run => run.Seconds) : runs.Select(run => run.NoOpSeconds).OfType<double>();

    /// <summary>Null where they have no round in common.</summary>
    private static Pair? PairOf(VolumeResult volume, ArmKind kind, Scenario scenario) =>
        volume.Arms.FirstOrDefault(arm => arm.Kind == kind) is { } arm ? PairOf(arm, volume, scenario) : null;

    private static Pair? PairOf(ArmResult arm, VolumeResult reference, Scenario scenario)
    {
        ArmResult? builtIn = reference.Arms.FirstOrDefault(one => one.Kind == ArmKind.BuiltIn);
        (BenchBuild Run, BenchBuild Reference)[] rounds =
        [
            .. arm.Runs.Join(builtIn?.Runs ?? [], run => run.Round, run => run.Round, (run, other) => (run, other))
                .Where(pair => scenario == Scenario.Clean || pair is { run.NoOpSeconds: not null, other.NoOpSeconds: not null }),
        ];
        return rounds.Length == 0 ? null : new Pair(
            [.. Seconds(rounds.Select(pair => pair.Run), scenario)], [.. Seconds(rounds.Select(pair => pair.Reference), scenario)]);
    }

    private static void AddOfVolume(List<Verdict> verdicts, VolumeResult volume, Scenario scenario)
    {
        foreach (ArmResult arm in volume.Arms.Where(arm => ArmNames.UsesSdk(arm.Kind)))
        {
            Add(verdicts, volume, arm, scenario, volume, "the built-in", NoiseOf(volume, scenario));
        }
    }

    private static void Add(
        List<Verdict> verdicts,
        VolumeResult volume,
        ArmResult arm,
        Scenario scenario,
        VolumeResult reference,
        string against,
        double? noise)
    {
        if (PairOf(arm, reference, scenario) is { } pair)
        {
            verdicts.Add(new Verdict(
                volume.Label, arm.Kind, scenario, against, ReferenceEquals(volume, reference), pair.Ratio, noise, pair.Values.Count));
        }
    }

    private string Compared()
    {
        if (!IsReal)
        {
            string noise = Noise is { } known ? $" of {Percent(known)}%" : string.Empty;
            return $"no difference from {Against} beyond the noise{noise}.";
        }

        bool faster = Ratio.Value < 1;
        (double low, double high) = faster ? (1 - Ratio.High, 1 - Ratio.Low) : (Ratio.Low - 1, Ratio.High - 1);
        return $"{Percent(Math.Abs(Ratio.Value - 1))}% {(faster ? "faster" : "slower")} than {Against} ({Percent(low)}-{Percent(high)}%).";
    }

    private static string Few(int rounds) =>
        rounds < BenchOptions.EnoughRounds ? $" Too few rounds ({rounds}) to be reliable." : string.Empty;

    private static string Percent(double part) => (part * 100).ToString(part < 0.0995 ? "0.0" : "0", CultureInfo.InvariantCulture);

    /// <summary>Seconds of an arm and of the built-in, in the rounds that both have.</summary>
    private sealed record Pair(IReadOnlyList<double> Values, IReadOnlyList<double> Reference)
    {
        internal Estimate Ratio { get; } = Estimate.Ratio(Values, Reference);
    }
}
