using System.Globalization;
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
        page.Notes([.. report.Conclusions().Where(line => !report.Summary.EndsWith(line, StringComparison.Ordinal))]);

        // A chart has one scale: only volumes of one repository are compared.
        foreach (VolumeResult[] volumes in result.Volumes.GroupBy(volume => volume.Repository).Select(same => same.ToArray()))
        {
            BenchResult part = new(result.Format, volumes[0].Repository ?? result.Repository, volumes);
            foreach (Scenario scenario in Scenarios.In(part.Arms))
            {
                page.Chart($"{BenchTables.Title(part, scenario)}: every run", Dots.Draw(Rows(part, scenario)));
            }
        }

        page.Tables(BenchTables.Of(result));
        page.Notes([.. report.Notes()]);
        return page.ToString();
    }

    /// <summary>Facts common to the volumes are named once.</summary>
    private static IEnumerable<(string Name, string? Value)> Facts(BenchResult result)
    {
        string Of(Func<VolumeResult, string?> value) => string.Join(", ", result.Volumes.Select(value).OfType<string>().Distinct());
        yield return ("repository", result.Repository);
        yield return ("measured", Of(volume => volume.Date.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture)));
        yield return ("machine", Of(volume => $"{volume.MachineName}, {Words.Count(volume.Machine.Processors, "processor")}"));
        yield return ("volumes", Of(volume => volume.Name));
        yield return (".NET SDK", Of(volume => volume.DotNetSdk));
        yield return ("CopyOnWrite.Sdk", Of(volume => volume.SdkVersion));
        yield return ("command", Of(volume => volume.Command ?? "dotnet build --no-restore"));
        yield return ("rounds", Of(volume => $"{volume.RoundsAsked}{(volume.Interrupted ? ", stopped" : string.Empty)}"));
        yield return ("outputs", result.Arms.Any(arm => arm.Differences.Count > 0) ? "THEY DIFFER" : null);
    }

    private static (string Name, IReadOnlyList<Dot> Dots)[] Rows(BenchResult result, Scenario scenario) =>
    [
        .. from volume in result.Volumes
           from arm in volume.Arms
           where Scenarios.Seconds(arm.Runs, scenario).Any()
           let name = result.NameOf(volume, arm)
           let outliers = scenario == Scenario.Clean ? Outliers.Of(arm) : []
           select (name, (IReadOnlyList<Dot>)
           [
               .. from run in arm.Runs
                  let seconds = Scenarios.Seconds(run, scenario)
                  where seconds is not null
                  select new Dot(seconds!.Value, outliers.Contains(run), $"{name}, round {run.Round}, turn {run.Turn}: {seconds:0.000} s"),
           ]),
    ];
}
