using System.Globalization;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Bench;

/// <summary>The result's tables: one of clean builds and one of each further scenario, with the arms of all volumes.</summary>
internal static class BenchTables
{
    private const string OfBuiltIn = "of built-in's";

    internal static IEnumerable<PageTable> Of(BenchResult result) =>
        from scenario in Scenarios.In(result.Arms)
        let columns = Columns(result, scenario).ToArray()
        select new PageTable(
            Title(result, scenario),
            [.. columns.Select(column => column.Heading)],
            [
                .. from volume in result.Volumes
                   from arm in volume.Arms
                   where Scenarios.Seconds(arm.Runs, scenario).Any()
                   select columns.Select(column => column.Cell(volume, arm)).ToArray(),
            ]);

    internal static string Title(BenchResult result, Scenario scenario) =>
        $"{result.Repository}{(result.Volumes is [var only] ? $" on {only.Name}" : ": all volumes")}{Scenarios.Words(scenario)}";

    internal static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    private static IEnumerable<Column> Columns(BenchResult result, Scenario scenario)
    {
        yield return new("arm", result.NameOf);
        yield return new("wall s", (_, arm) => Median(arm, run => Scenarios.Seconds(run, scenario), "0.00"));
        yield return new(OfBuiltIn, (volume, arm) => Ratio(volume, arm, run => Scenarios.Seconds(run, scenario)));
        if (result.Volumes.Any(volume => volume.Command is null))
        {
            // Another command's Copy time is not measured.
            yield return new("Copy task s", (volume, arm) => volume.Command is not null ? "-"
                : Median(arm, run => Scenarios.CopySeconds(run, scenario), "0.000"));
            yield return new(OfBuiltIn, (volume, arm) => volume.Command is not null ? "-"
                : Ratio(volume, arm, run => Scenarios.CopySeconds(run, scenario)));
        }

        foreach (Column column in scenario == Scenario.Clean ? ColumnsOfClean(result) : [])
        {
            yield return column;
        }

        yield return new("runs", (_, arm) => Count(Scenarios.Seconds(arm.Runs, scenario).Count()));
    }

    private static IEnumerable<Column> ColumnsOfClean(BenchResult result)
    {
        if (result.Arms.Any(arm => arm.Files is not null))
        {
            yield return new("cloned", (_, arm) => Count(arm.Files?.Cloned));
            yield return new("from cache", (_, arm) => Count(arm.Files?.FromCache));
            yield return new("copied", (_, arm) => Count(arm.Files?.Copied));
        }

        yield return new("written MB", (_, arm) => arm.Runs.Any(run => run.WrittenBytes is null) ? "unknown"
            : Median(arm, run => run.WrittenBytes / 1e6, "N1"));
        yield return new("outputs MB", (_, arm) => Megabytes(arm.OutputsCompared ? arm.OutputBytes : null));
        yield return new("unshared MB", (_, arm) => Megabytes(arm.OutputsCompared ? arm.OwnedAloneBytes : null));
        if (result.Arms.Any(arm => arm.BytesWithCache is not null))
        {
            yield return new("with cache MB", (_, arm) => Megabytes(arm.BytesWithCache));
        }
    }

    private static string Median(ArmResult arm, Func<BenchBuild, double?> value, string format) =>
        arm.Runs.Select(value).OfType<double>().ToList() is { Count: > 0 } values ? Number(Estimate.Median(values), format) : "-";

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

    private static string Megabytes(long? bytes) => bytes is { } known ? Number(known / 1e6, "N1") : "-";

    private static string Count(long? count) => count is { } known ? Number(known, "N0") : "-";

    private sealed record Column(string Heading, Func<VolumeResult, ArmResult, string> Cell);
}
