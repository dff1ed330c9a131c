namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// The result's tables, with the arms of all volumes: one of clean builds and, where they were timed, one of builds with nothing to do.
/// </summary>
internal static class BenchTables
{
    private const string OfBuiltIn = "of built-in's";

    private static readonly string[] s_counts = ["cloned", "from cache", "copied"];
    private static readonly string[] s_sizes = ["outputs MB", "unshared MB"];

    internal static IEnumerable<PageTable> Of(BenchResult result) =>
        Enum.GetValues<Scenario>().Where(scenario => result.Arms.Any(arm => arm.Has(scenario))).Select(scenario => Of(result, scenario));

    internal static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    /// <summary>The text after an arm's or a volume's name; empty for clean builds.</summary>
    internal static string Words(Scenario scenario) => scenario == Scenario.NoOp ? ", nothing to do" : string.Empty;

    private static PageTable Of(BenchResult result, Scenario scenario)
    {
        bool isClean = scenario == Scenario.Clean;
        bool isCounted = isClean && result.Arms.Any(arm => arm.Files is not null);
        string place = result.Volumes is [var only] ? $" on {only.Name}" : ": all volumes";
        return new PageTable(
            $"{result.Repository}{place}{Words(scenario)}",
            ["arm", "wall s", OfBuiltIn, "Copy task s", OfBuiltIn, .. isCounted ? s_counts : [], .. isClean ? s_sizes : [], "runs"],
            [
                .. from volume in result.Volumes
                   from arm in volume.Arms
                   where arm.Has(scenario)
                   select (string[])
                   [
                       result.NameOf(volume, arm), .. Times(volume, arm, scenario), .. isCounted ? Counts(arm.Files) : [],
                       .. isClean ? Sizes(arm.Outputs) : [], Text(arm.Runs.Count, "N0"),
                   ],
            ]);
    }

    private static string[] Times(VolumeResult volume, ArmResult arm, Scenario scenario)
    {
        double? Wall(BenchBuild run) => run.Time(scenario)?.Wall;
        double? Copy(BenchBuild run) => run.Time(scenario)?.Copy;
        return [Text(Median(arm, Wall), "0.00"), Ratio(volume, arm, Wall), Text(Median(arm, Copy), "0.000"), Ratio(volume, arm, Copy)];
    }

    private static string[] Counts(ArmFileCounts? files) =>
        [Text(files?.Cloned, "N0"), Text(files?.FromCache, "N0"), Text(files?.Copied, "N0")];

    private static string[] Sizes(ArmOutputs outputs) => [Text(outputs.Bytes / 1e6, "N1"), Text(outputs.OwnedAloneBytes / 1e6, "N1")];

    private static double? Median(ArmResult arm, Func<BenchBuild, double?> value) =>
        arm.Runs.Select(value).OfType<double>().ToList() is { Count: > 0 } values ? Estimate.Median(values) : null;

    /// <summary>The ratio with its 95% interval, over the common rounds; without one where they are too few.</summary>
    private static string Ratio(VolumeResult volume, ArmResult arm, Func<BenchBuild, double?> value)
    {
        if (arm.Kind == ArmKind.BuiltIn || Pair.Of(arm, volume, value) is not { } pair)
        {
            return "-";
        }

        string ratio = Number(pair.Ratio.Value, "0.000");
        return pair.Values.Count < BenchOptions.EnoughRounds ? ratio
            : $"{ratio} ({Number(pair.Ratio.Low, "0.000")}-{Number(pair.Ratio.High, "0.000")})";
    }

    private static string Text(double? value, string format) => value is { } known ? Number(known, format) : "-";
}
