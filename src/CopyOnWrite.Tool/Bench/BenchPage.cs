using System.Globalization;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Bench;

/// <summary>The bench's result as an HTML page: what was measured, the conclusions, every run, the tables.</summary>
internal static class BenchPage
{
    internal static string Of(BenchReport report)
    {
        BenchResult result = report.Result;
        var page = new Page($"Builds of {result.Repository}", report.Summary);
        page.Facts(Facts(result));
        page.Notes([.. report.Conclusions().Where(line => !report.Summary.EndsWith(line, System.StringComparison.Ordinal))]);
        bool isFirst = true;
        foreach (VolumeResult volume in result.Volumes)
        {
            foreach (Scenario scenario in Scenarios.In(volume))
            {
                page.Chart(
                    $"{BenchTables.Title(result, volume)}{Scenarios.Words(scenario)}: every run",
                    (isFirst ? Dots.Legend : string.Empty) + Dots.Draw(Rows(volume, scenario), Longest(result, volume, scenario)));
                isFirst = false;
            }
        }

        foreach (PageTable table in BenchTables.Of(result))
        {
            page.Table(table);
        }

        page.Notes([.. report.Notes()]);
        return page.ToString();
    }

    /// <summary>What the volumes have in common is told once.</summary>
    private static IEnumerable<(string Name, string? Value)> Facts(BenchResult result)
    {
        string Of(System.Func<VolumeResult, string?> value) => string.Join(", ", result.Volumes.Select(value).OfType<string>().Distinct());
        yield return ("repository", result.Repository);
        yield return ("measured", Of(volume => volume.Date.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture)));
        yield return ("machine", Of(volume => $"{volume.MachineName}, {Words.Count(volume.Machine.Processors, "processor")}"));
        yield return ("volumes", Of(volume => volume.Name));
        yield return (".NET SDK", Of(volume => volume.DotNetSdk));
        yield return ("CopyOnWrite.Sdk", Of(volume => volume.SdkVersion));
        yield return ("command", Of(volume => volume.Command ?? "dotnet build --no-restore"));
        yield return ("rounds", Of(volume => $"{volume.RoundsAsked}{(volume.Interrupted ? ", stopped" : string.Empty)}"));
        yield return ("outputs", result.Volumes.Any(volume => volume.Arms.Any(arm => arm.Differences.Count > 0)) ? "THEY DIFFER" : null);
    }

    /// <summary>Volumes that are compared, so those of one repository, have one scale for a scenario.</summary>
    private static double Longest(BenchResult result, VolumeResult of, Scenario scenario) => result.Volumes
        .Where(volume => volume.Repository == of.Repository)
        .SelectMany(volume => volume.Arms)
        .SelectMany(arm => Scenarios.Seconds(arm.Runs, scenario))
        .DefaultIfEmpty()
        .Max();

    private static DotRow[] Rows(VolumeResult volume, Scenario scenario) =>
    [
        .. volume.Arms.Where(arm => Scenarios.Seconds(arm.Runs, scenario).Any()).Select(arm => new DotRow(
            ArmNames.Of(arm.Kind),
            Estimate.Median(Scenarios.Seconds(arm.Runs, scenario)),
            [.. arm.Runs.Where(run => Scenarios.Seconds(run, scenario) is not null).Select(run => DotOf(arm, run, scenario))])),
    ];

    private static Dot DotOf(ArmResult arm, BenchBuild run, Scenario scenario)
    {
        double seconds = Scenarios.Seconds(run, scenario)!.Value;
        string tip = $"{ArmNames.Of(arm.Kind)}, round {run.Round}, turn {run.Turn}: {BenchTables.Number(seconds, "0.000")} s";
        return new Dot(seconds, scenario == Scenario.Clean && Outliers.Of(arm).Contains(run), tip);
    }
}
