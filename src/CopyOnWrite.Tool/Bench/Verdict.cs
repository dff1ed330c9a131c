using System.Globalization;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>Two arms, compared.</summary>
/// <param name="Volume">And the repository, in a report on several.</param>
/// <param name="IsOfOneVolume">Both arms are; else the volumes are compared as well.</param>
/// <param name="Ratio">Median wall time over the reference's; below 1 is faster.</param>
/// <param name="Noise">How far two equal arms may come apart, as a part of 1; null where there is no A/A arm.</param>
/// <param name="Rounds">Of the arm with fewer.</param>
internal sealed record Verdict(
    string Volume, ArmKind Kind, Scenario Scenario, string Against, bool IsOfOneVolume, Estimate Ratio, double? Noise, int Rounds)
{
    /// <summary>Whether the rounds are enough for an interval: the least that two of them give is their own spread.</summary>
    internal bool HasInterval => Rounds >= BenchOptions.EnoughRounds;

    /// <summary>More than chance: the interval does not hold 1, and two equal arms do not come as far apart.</summary>
    internal bool IsReal => HasInterval && (Ratio.High < 1 || Ratio.Low > 1) && Math.Abs(Ratio.Value - 1) > (Noise ?? 0);

    /// <summary>
    /// The smallest difference that these rounds could have shown, as a part of 1: the interval reaches that far to either side, and two
    /// equal arms come that far apart.
    /// </summary>
    internal double SmallestVisible =>
        Math.Max(Noise ?? 0, Math.Max((Ratio.High / Ratio.Value) - 1, 1 - (Ratio.Low / Ratio.Value)));

    internal string Words
    {
        get
        {
            string place = $"{Volume}{Scenarios.Words(Scenario)}: ";
            string arm = "the " + ArmNames.Of(Kind);
            return place + (!HasInterval ? $"{arm} took {BenchTables.Number(Ratio.Value, "0.00")} of the time of {Against} in "
                    + $"{Output.Words.Count(Rounds, "round")}, too few to tell a difference from chance."
                : IsReal ? TimesAsFast(arm, Against, Ratio)
                : $"no difference between {arm} and {Against}; one of {Percent(SmallestVisible)}% or more would have shown.");
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
                foreach (Scenario scenario in Enum.GetValues<Scenario>())
                {
                    AddOfVolume(verdicts, volume, scenario);
                }

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
        where ArmNames.UsesSdk(arm.Kind)
        let pairs = result.Volumes.Select(volume => PairOf(volume, arm.Kind, scenario)).OfType<Pair>().ToList()
        where pairs.Count > 1
        let mean = Estimate.MeanRatio([.. pairs.Select(pair => (pair.Values, pair.Reference))])
        let noise = result.Volumes.Max(volume => NoiseOf(volume, scenario)) ?? 0
        let isReal = (mean.Low > 1 || mean.High < 1) && Math.Abs(mean.Value - 1) > noise
        let name = $"the {arm.Name}"
        let rounds = pairs.Min(pair => pair.Values.Count)
        select $"All {pairs.Count}{Scenarios.Words(scenario)}: "
            + (rounds < BenchOptions.EnoughRounds
                ? $"{name} took {BenchTables.Number(mean.Value, "0.00")} of the time of the built-in, by too few "
                        + "rounds to tell a difference from chance."
                : isReal ? TimesAsFast(name, "the built-in", mean)
                : $"no difference between {name} and the built-in ({Ratios(mean)} of its time).");

    /// <summary>Lines for what makes the numbers less sure than they look.</summary>
    internal static IEnumerable<string> Warnings(BenchResult result, IReadOnlyList<Verdict> verdicts)
    {
        const double MuchToMiss = 0.1;
        const double Wanted = 0.05;
        const int MostRounds = 100;
        foreach (VolumeResult volume in result.Volumes)
        {
            if (BusySample.Warning(volume) is { } busy)
            {
                yield return result.Volumes.Count > 1 ? $"{volume.Label}: {busy}" : busy;
            }
        }

        Verdict[] blind = [.. verdicts.Where(one => one is { HasInterval: true, IsReal: false, SmallestVisible: > MuchToMiss })];
        if (blind.MaxBy(one => one.SmallestVisible) is { } worst)
        {
            // The width of an interval falls with the square root of the rounds.
            double rounds = Math.Ceiling(worst.Rounds * Math.Pow(worst.SmallestVisible / Wanted, 2));
            yield return $"Too few rounds to see much: a difference below {Percent(worst.SmallestVisible)}% could not be seen "
                + $"({worst.Volume}, "
                + $"{ArmNames.Of(worst.Kind)}{Scenarios.Words(worst.Scenario)}). "
                + (rounds <= MostRounds
                    ? $"About {rounds} rounds would show one of 5%."
                    : "Even 100 rounds would not show one of 5%: use a quieter machine.");
        }
    }

    internal static double? NoiseOf(VolumeResult volume, Scenario scenario = Scenario.Clean) =>
        PairOf(volume, ArmKind.BuiltInAgain, scenario)?.Ratio is { } ratio
            ? Math.Max(Math.Abs(ratio.Low - 1), Math.Abs(ratio.High - 1))
            : null;

    /// <summary>Null where they have no round in common.</summary>
    private static Pair? PairOf(VolumeResult volume, ArmKind kind, Scenario scenario) =>
        volume.Arms.FirstOrDefault(arm => arm.Kind == kind) is { } arm ? PairOf(arm, volume, scenario) : null;

    private static Pair? PairOf(ArmResult arm, VolumeResult reference, Scenario scenario) =>
        Pair.Of(arm, reference, run => Scenarios.Seconds(run, scenario));

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

    /// <summary>"A is 1.41 times as fast as B (1.33-1.47).", whichever is faster.</summary>
    private static string TimesAsFast(string arm, string against, Estimate ratio)
    {
        bool isFaster = ratio.Value < 1;
        (double low, double times, double high) =
            isFaster ? (1 / ratio.High, 1 / ratio.Value, 1 / ratio.Low) : (ratio.Low, ratio.Value, ratio.High);

        // One number of digits for the three; an interval that excludes 1 must not read as if it began there.
        string digits = low < 1.005 ? "0.000" : high < 9.995 ? "0.00" : "0.0";
        return $"{(isFaster ? arm : against)} is {BenchTables.Number(times, digits)} times as fast as {(isFaster ? against : arm)} "
            + $"({BenchTables.Number(low, digits)}-{BenchTables.Number(high, digits)}).";
    }

    private static string Ratios(Estimate ratio) => $"{BenchTables.Number(ratio.Low, "0.00")}-{BenchTables.Number(ratio.High, "0.00")}";

    private static string Percent(double part) => (part * 100).ToString(part < 0.0995 ? "0.0" : "0", CultureInfo.InvariantCulture);
}

/// <summary>Values of an arm and of the built-in, in the rounds that both have.</summary>
internal sealed record Pair(IReadOnlyList<double> Values, IReadOnlyList<double> Reference)
{
    internal Estimate Ratio { get; } = Estimate.Ratio(Values, Reference);

    /// <summary>Null where they have no round in common.</summary>
    internal static Pair? Of(ArmResult arm, VolumeResult reference, Func<BenchBuild, double?> value)
    {
        ArmResult? builtIn = reference.Arms.FirstOrDefault(one => one.Kind == ArmKind.BuiltIn);
        (double Value, double Reference)[] rounds =
        [
            .. arm.Runs.Join(builtIn?.Runs ?? [], run => run.Round, run => run.Round, (run, other) => (value(run), value(other)))
                .Where(pair => pair is { Item1: not null, Item2: > 0 })
                .Select(pair => (pair.Item1!.Value, pair.Item2!.Value)),
        ];
        return rounds.Length == 0 ? null : new Pair([.. rounds.Select(pair => pair.Value)], [.. rounds.Select(pair => pair.Reference)]);
    }
}
