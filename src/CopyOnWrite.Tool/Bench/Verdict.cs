using System.Globalization;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>The comparison of two arms.</summary>
/// <param name="Volume">The volume, with the repository in a report on several.</param>
/// <param name="IsOfOneVolume">Whether both arms are on one volume; otherwise volumes are compared as well.</param>
/// <param name="Ratio">The median wall time divided by the reference's; below 1 is faster.</param>
/// <param name="Noise">The difference of two equal arms, as a part of 1; null without an A/A arm.</param>
/// <param name="Rounds">The rounds of the arm with fewer.</param>
internal sealed record Verdict(
    string Volume, ArmKind Kind, Scenario Scenario, string Against, bool IsOfOneVolume, Estimate Ratio, double? Noise, int Rounds)
{
    /// <summary>Whether the rounds are enough for an interval.</summary>
    internal bool HasInterval => Rounds >= BenchOptions.EnoughRounds;

    /// <summary>Whether it is more than chance: the interval excludes 1, and two equal arms differ less.</summary>
    public bool IsReal => HasInterval && IsBeyond(Ratio, Noise);

    /// <summary>
    /// The smallest difference that these rounds could have shown, as a part of 1: the interval reaches that far to either side, and two
    /// equal arms come that far apart.
    /// </summary>
    public double SmallestVisible =>
        Math.Round(Math.Max(Noise ?? 0, Math.Max((Ratio.High / Ratio.Value) - 1, 1 - (Ratio.Low / Ratio.Value))), 4);

    public string Words
    {
        get
        {
            string arm = "the " + ArmNames.Of(Kind);
            return $"{Volume}{Scenarios.Words(Scenario)}: " + (!HasInterval
                    ? $"{arm} took {BenchTables.Number(Ratio.Value, "0.00")} of the time of {Against} in "
                        + $"{Output.Words.Count(Rounds, "round")}, too few to tell a difference from chance."
                : IsReal ? TimesAsFast(arm, Against, Ratio)
                : $"no difference between {arm} and {Against}; one of {Percent(SmallestVisible)}% or more would have shown.");
        }
    }

    /// <summary>
    /// Compares with the built-in on the same volume, and on a machine's further volumes also with the built-in on its first.
    /// </summary>
    internal static IReadOnlyList<Verdict> Of(BenchResult result) =>
    [
        .. from machine in result.Volumes.GroupBy(volume => $"{volume.MachineName} {volume.Date:O} {volume.Repository}")
           from volume in machine
           from verdict in OnOneVolume(volume).Concat(volume == machine.First() ? [] : AgainstTheFirst(volume, machine.First()))
           select verdict with { Volume = result.NameOf(volume) },
    ];

    /// <summary>
    /// The geometric mean of an arm's ratios to the built-in's, over all volumes and repositories; null for fewer than two.
    /// </summary>
    internal static IEnumerable<string> OverAll(BenchResult result) =>
        from scenario in Enum.GetValues<Scenario>()
        from arm in ArmNames.All
        where ArmNames.UsesSdk(arm.Kind)
        let pairs = result.Volumes.Select(volume => Pair.Of(volume, arm.Kind, scenario)).OfType<Pair>().ToList()
        where pairs.Count > 1
        let mean = Estimate.MeanRatio([.. pairs.Select(pair => (pair.Values, pair.Reference))])
        let name = $"the {arm.Name}"
        select $"All {pairs.Count}{Scenarios.Words(scenario)}: "
            + (pairs.Min(pair => pair.Values.Count) < BenchOptions.EnoughRounds
                ? $"{name} took {BenchTables.Number(mean.Value, "0.00")} of the time of the built-in, by too few rounds to tell a "
                    + "difference from chance."
                : IsBeyond(mean, result.Volumes.Max(volume => NoiseOf(volume, scenario))) ? TimesAsFast(name, "the built-in", mean)
                : $"no difference between {name} and the built-in ({Range(mean, "0.00")} of its time).");

    /// <summary>Lines that name what makes the numbers unreliable.</summary>
    internal static IEnumerable<string> Warnings(BenchResult result, IReadOnlyList<Verdict> verdicts)
    {
        const double MuchToMiss = 0.1;
        const double Wanted = 0.05;
        const int MostRounds = 100;
        foreach (VolumeResult volume in result.Volumes)
        {
            if (BusySample.Warning(volume) is { } busy)
            {
                yield return result.Volumes.Count > 1 ? $"{result.NameOf(volume)}: {busy}" : busy;
            }
        }

        if (verdicts.Where(one => one is { HasInterval: true, IsReal: false, SmallestVisible: > MuchToMiss })
            .MaxBy(one => one.SmallestVisible) is { } worst)
        {
            // The width of an interval falls with the square root of the rounds.
            double rounds = Math.Ceiling(worst.Rounds * Math.Pow(worst.SmallestVisible / Wanted, 2));
            yield return $"Too few rounds to see much: a difference below {Percent(worst.SmallestVisible)}% could not be seen "
                + $"({worst.Volume}, {ArmNames.Of(worst.Kind)}{Scenarios.Words(worst.Scenario)}). "
                + (rounds <= MostRounds
                    ? $"About {rounds} rounds would show one of 5%."
                    : "Even 100 rounds would not show one of 5%: use a quieter machine.");
        }
    }

    private static IEnumerable<Verdict> OnOneVolume(VolumeResult volume) =>
        from scenario in Enum.GetValues<Scenario>()
        from arm in volume.Arms
        where ArmNames.UsesSdk(arm.Kind)
        from verdict in Between(volume, arm, scenario, volume, "the built-in", NoiseOf(volume, scenario))
        select verdict;

    private static IEnumerable<Verdict> AgainstTheFirst(VolumeResult volume, VolumeResult first)
    {
        double? noise = NoiseOf(volume, Scenario.Clean) is { } here && NoiseOf(first, Scenario.Clean) is { } there
            ? Math.Max(here, there)
            : null;
        return volume.Arms.Where(arm => arm.Kind != ArmKind.BuiltInAgain)
            .SelectMany(arm => Between(volume, arm, Scenario.Clean, first, $"the built-in on {first.Name}", noise));
    }

    /// <summary>Null without common rounds.</summary>
    private static IEnumerable<Verdict> Between(
        VolumeResult volume, ArmResult arm, Scenario scenario, VolumeResult reference, string against, double? noise) =>
        Pair.Of(arm, reference, run => Scenarios.Seconds(run, scenario)) is { } pair
            ? [new(volume.Name, arm.Kind, scenario, against, volume == reference, pair.Ratio, noise, pair.Values.Count)]
            : [];

    private static double? NoiseOf(VolumeResult volume, Scenario scenario) =>
        Pair.Of(volume, ArmKind.BuiltInAgain, scenario)?.Ratio is { } ratio
            ? Math.Max(Math.Abs(ratio.Low - 1), Math.Abs(ratio.High - 1))
            : null;

    private static bool IsBeyond(Estimate ratio, double? noise) =>
        (ratio.High < 1 || ratio.Low > 1) && Math.Abs(ratio.Value - 1) > (noise ?? 0);

    /// <summary>"A is 1.41 times as fast as B (1.33-1.47).", with the faster one first.</summary>
    private static string TimesAsFast(string arm, string against, Estimate ratio)
    {
        bool isFaster = ratio.Value < 1;
        Estimate times = isFaster ? new(1 / ratio.Value, 1 / ratio.High, 1 / ratio.Low) : ratio;

        // All three have the same digits; an interval that excludes 1 must not look as if it began there.
        string digits = times.Low < 1.005 ? "0.000" : times.High < 9.995 ? "0.00" : "0.0";
        return $"{(isFaster ? arm : against)} is {BenchTables.Number(times.Value, digits)} times as fast as "
            + $"{(isFaster ? against : arm)} ({Range(times, digits)}).";
    }

    private static string Range(Estimate ratio, string digits) =>
        $"{BenchTables.Number(ratio.Low, digits)}-{BenchTables.Number(ratio.High, digits)}";

    private static string Percent(double part) => (part * 100).ToString(part < 0.0995 ? "0.0" : "0", CultureInfo.InvariantCulture);
}

/// <summary>Values of an arm and of the built-in, in their common rounds.</summary>
internal sealed record Pair(IReadOnlyList<double> Values, IReadOnlyList<double> Reference)
{
    internal Estimate Ratio { get; } = Estimate.Ratio(Values, Reference);

    /// <summary>Null without common rounds.</summary>
    internal static Pair? Of(VolumeResult volume, ArmKind kind, Scenario scenario) =>
        volume.Arms.FirstOrDefault(arm => arm.Kind == kind) is { } arm ? Of(arm, volume, run => Scenarios.Seconds(run, scenario)) : null;

    /// <inheritdoc cref="Of(VolumeResult, ArmKind, Scenario)"/>
    internal static Pair? Of(ArmResult arm, VolumeResult reference, Func<BenchBuild, double?> value)
    {
        IEnumerable<BenchBuild> builtIn = reference.Arms.FirstOrDefault(one => one.Kind == ArmKind.BuiltIn)?.Runs ?? [];
        (double Value, double Reference)[] rounds =
        [
            .. from run in arm.Runs
               join other in builtIn on run.Round equals other.Round
               where value(run) is not null && value(other) > 0
               select (value(run)!.Value, value(other)!.Value),
        ];
        return rounds.Length == 0 ? null : new Pair([.. rounds.Select(pair => pair.Value)], [.. rounds.Select(pair => pair.Reference)]);
    }
}
