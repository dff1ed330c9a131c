namespace CopyOnWrite.Tool.Bench;

/// <param name="Ratio">The median wall time divided by the reference's; below 1 is faster.</param>
/// <param name="Noise">The difference of two equal arms, as a fraction; null without an A/A arm.</param>
internal sealed record Verdict(
    string Volume, ArmKind Kind, Scenario Scenario, string Against, Estimate Ratio, double? Noise, int Rounds)
{
    private const string MSBuildsOwn = "MSBuild's own Copy";

    internal bool HasInterval => Rounds >= BenchOptions.EnoughRounds;

    /// <summary>Whether it is more than chance: the interval excludes 1, and two equal arms differ less.</summary>
    public bool IsReal => HasInterval && (Ratio.High < 1 || Ratio.Low > 1) && Math.Abs(Ratio.Value - 1) > (Noise ?? 0);

    /// <summary>The smallest difference that could have shown, as a fraction: the interval, and two equal arms, reach that far.</summary>
    public double SmallestVisible =>
        Math.Round(Math.Max(Noise ?? 0, Math.Max((Ratio.High / Ratio.Value) - 1, 1 - (Ratio.Low / Ratio.Value))), 4);

    public string Words => $"{Volume}{WordsOf(Scenario)}: " + (
        !HasInterval ? $"{Arm} took {Output.Words.Number(Ratio.Value, "0.00")} of the time of {Against} in "
            + $"{Output.Words.Count(Rounds, "round")}, too few to tell a difference from chance."
        : IsReal ? TimesAsFast(Arm, Against, Ratio)
        : $"no difference shown between {Arm} and {Against} (ratio of times {Range(Ratio, "0.00")}); a difference of "
            + $"{Percent(SmallestVisible)}% or more would have shown.");

    private string Arm => Kind switch
    {
        ArmKind.BuiltIn => MSBuildsOwn,
        ArmKind.Microsoft => ArmNames.Of(Kind),
        _ => "the " + ArmNames.Of(Kind),
    };

    /// <summary>The text after an arm's or a volume's name; empty for clean builds.</summary>
    internal static string WordsOf(Scenario scenario) => scenario == Scenario.NoOp ? ", nothing to do" : string.Empty;

    /// <summary>Compares with the built-in task on the same volume, and on further volumes also with that on the first.</summary>
    internal static IReadOnlyList<Verdict> Of(BenchResult result) =>
    [
        .. from volume in result.Volumes
           from reference in new[] { volume, result.Volumes[0] }.Distinct()
           from verdict in Between(volume, reference)
           select verdict,
    ];

    private static IEnumerable<Verdict> Between(VolumeResult volume, VolumeResult reference)
    {
        bool isOne = volume == reference;
        return from scenario in isOne ? Enum.GetValues<Scenario>() : [Scenario.Clean]
               let noise = NoiseOf(volume, scenario) is { } here && NoiseOf(reference, scenario) is { } there
                   ? Math.Max(here, there)
                   : (double?)null
               from arm in volume.Arms
               where isOne ? !arm.Kind.IsBuiltIn() : arm.Kind != ArmKind.BuiltInAgain
               let pair = Pair.Of(arm, reference, run => run.Time(scenario)?.Wall)
               where pair is not null
               let against = isOne ? MSBuildsOwn : $"{MSBuildsOwn} on {reference.Name}"
               select new Verdict(volume.Name, arm.Kind, scenario, against, pair.Ratio, noise, pair.Values.Count);
    }

    private static double? NoiseOf(VolumeResult volume, Scenario scenario) =>
        Pair.Of(volume.Arm(ArmKind.BuiltInAgain), volume, run => run.Time(scenario)?.Wall)?.Ratio is { } ratio
            ? Math.Max(Math.Abs(ratio.Low - 1), Math.Abs(ratio.High - 1))
            : null;

    /// <summary>"A is 1.41 times as fast as B (1.33-1.47).", with the faster one first.</summary>
    private static string TimesAsFast(string arm, string against, Estimate ratio)
    {
        bool isFaster = ratio.Value < 1;
        Estimate times = isFaster ? new(1 / ratio.Value, 1 / ratio.High, 1 / ratio.Low) : ratio;

        // All three have the same digits; an interval that excludes 1 must not look as if it began there.
        string digits = times.Low < 1.005 ? "0.000" : times.High < 9.995 ? "0.00" : "0.0";
        return $"{(isFaster ? arm : against)} is {Output.Words.Number(times.Value, digits)} times as fast as "
            + $"{(isFaster ? against : arm)} ({Range(times, digits)}).";
    }

    internal static string Range(Estimate ratio, string digits) =>
        $"{Output.Words.Number(ratio.Low, digits)}-{Output.Words.Number(ratio.High, digits)}";

    private static string Percent(double part) => Output.Words.Number(part * 100, part < 0.0995 ? "0.0" : "0");
}

/// <summary>Values of an arm and of the built-in task, by their rounds.</summary>
internal sealed record Pair(IReadOnlyList<double> Values, IReadOnlyList<double> Reference)
{
    internal Estimate Ratio { get; } = Estimate.Ratio(Values, Reference);

    /// <summary>Null without values, or where those of the built-in task may be 0.</summary>
    internal static Pair? Of(ArmResult? arm, VolumeResult reference, Func<BenchBuild, double?> value)
    {
        (double? Value, double? Reference)[] rounds =
            [.. (arm?.Runs ?? []).Zip(reference.Arm(ArmKind.BuiltIn)?.Runs ?? [], (run, other) => (value(run), value(other)))];
        rounds = [.. rounds.Where(round => round is { Value: not null, Reference: > 0 })];
        return rounds.Length == 0 ? null
            : new Pair([.. rounds.Select(round => round.Value!.Value)], [.. rounds.Select(round => round.Reference!.Value)]);
    }
}
