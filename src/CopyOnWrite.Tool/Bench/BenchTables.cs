namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// The result's tables, with the arms of all volumes: one of clean builds and, where they were timed, one of builds with nothing to do.
/// </summary>
internal static class BenchTables
{
    private const string OfBuiltIn = "of built-in's";

    internal static IEnumerable<PageTable> Of(BenchResult result) =>
        Enum.GetValues<Scenario>().Where(scenario => result.Arms.Any(arm => arm.Has(scenario))).Select(scenario => Of(result, scenario));

    internal static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    /// <summary>The text after an arm's or a volume's name; empty for clean builds.</summary>
    internal static string Words(Scenario scenario) => scenario == Scenario.NoOp ? ", nothing to do" : string.Empty;

    private static PageTable Of(BenchResult result, Scenario scenario)
    {
        (VolumeResult Volume, ArmResult Arm)[] rows =
            [.. result.Volumes.SelectMany(volume => volume.Arms.Where(arm => arm.Has(scenario)).Select(arm => (volume, arm)))];
        Column[] columns = [.. Columns(result, scenario)];
        string place = result.Volumes is [var only] ? $" on {only.Name}" : ": all volumes";
        return new PageTable(
            $"{result.Repository}{place}{Words(scenario)}",
            [.. columns.Select(column => column.Heading)],
            [.. rows.Select(row => columns.Select(column => column.Cell(row.Volume, row.Arm)).ToArray())])
        {
            Bars = new TableBars(1, [.. rows.Select(row => Median(row.Arm, run => run.Time(scenario)?.Wall) ?? 0)]),
        };
    }

    private static IEnumerable<Column> Columns(BenchResult result, Scenario scenario)
    {
        yield return new("arm", result.NameOf);
        yield return new("wall s", (_, arm) => Text(Median(arm, run => run.Time(scenario)?.Wall), "0.00"));
        yield return new(OfBuiltIn, (volume, arm) => Ratio(volume, arm, run => run.Time(scenario)?.Wall));
        yield return new("Copy task s", (_, arm) => Text(Median(arm, run => run.Time(scenario)?.Copy), "0.000"));
        yield return new(OfBuiltIn, (volume, arm) => Ratio(volume, arm, run => run.Time(scenario)?.Copy));
        foreach (Column column in scenario == Scenario.Clean ? ColumnsOfClean(result) : [])
        {
            yield return column;
        }

        yield return new("runs", (_, arm) => Text(arm.Runs.Count, "N0"));
    }

    private static IEnumerable<Column> ColumnsOfClean(BenchResult result)
    {
        if (result.Arms.Any(arm => arm.Files is not null))
        {
            yield return new("cloned", (_, arm) => Text(arm.Files?.Cloned, "N0"));
            yield return new("from cache", (_, arm) => Text(arm.Files?.FromCache, "N0"));
            yield return new("copied", (_, arm) => Text(arm.Files?.Copied, "N0"));
        }

        yield return new("outputs MB", (_, arm) => Megabytes(arm.Outputs.Bytes));
        yield return new("unshared MB", (_, arm) => Megabytes(arm.Outputs.OwnedAloneBytes));
    }

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

    private static string Megabytes(double? bytes) => Text(bytes / 1e6, "N1");

    private static string Text(double? value, string format) => value is { } known ? Number(known, format) : "-";

    private sealed record Column(string Heading, Func<VolumeResult, ArmResult, string> Cell);
}
