using System.Globalization;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// The result's tables: one over all volumes where there are several, then one of clean builds and one of each further scenario.
/// </summary>
internal static class BenchTables
{
    private const string OfBuiltIn = "of built-in's";

    internal static IEnumerable<PageTable> Of(BenchResult result)
    {
        if (result.Volumes.Count > 1)
        {
            yield return Overview(result);
        }

        foreach (VolumeResult volume in result.Volumes.Where(volume => volume.Arms.Any(arm => arm.Runs.Count > 0)))
        {
            yield return Clean(volume, Title(result, volume));
            foreach (Scenario scenario in Scenarios.In(volume).Where(scenario => scenario != Scenario.Clean))
            {
                yield return After(volume, scenario, Title(result, volume) + Scenarios.Words(scenario));
            }
        }
    }

    internal static string Title(BenchResult result, VolumeResult volume)
    {
        string title = volume.Repository is null ? $"{result.Repository} on {volume.Name}" : volume.Label;
        return result.Volumes.Any(other => other.Label == volume.Label && other != volume) ? $"{title}, {volume.MachineName}" : title;
    }

    internal static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);

    private static PageTable Overview(BenchResult result)
    {
        bool counted = result.Volumes.Any(volume => volume.Arms.Any(arm => arm.Files is not null));
        bool timed = result.Volumes.Any(volume => volume.Command is null);
        string[] files = counted ? ["files cloned", "of those from the cache"] : [];
        return new PageTable(
            $"{result.Repository}: all volumes",
            ["volume", "arm", "wall s", .. timed ? ["Copy task s"] : Array.Empty<string>(), .. files, "unshared MB", "of outputs MB"],
            [
                .. from volume in result.Volumes
                   from arm in volume.Arms
                   where arm.Runs.Count > 0
                   select (string[])
                   [
                       volume.Label,
                       ArmNames.Of(arm.Kind),
                       Spread([.. arm.Runs.Select(run => run.Seconds)]),
                       .. timed
                           ? [volume.Command is null ? Spread([.. arm.Runs.Select(run => run.CopySeconds)]) : "-"]
                           : Array.Empty<string>(),
                       .. counted ? [Count(arm.Files?.Cloned), Count(arm.Files?.FromCache)] : Array.Empty<string>(),
                       Outputs(arm, arm.OwnedAloneBytes),
                       Outputs(arm, arm.OutputBytes),
                   ],
            ]);
    }

    private static PageTable Clean(VolumeResult volume, string title)
    {
        bool counted = volume.Arms.Any(arm => arm.Files is not null);
        bool cached = volume.Arms.Any(arm => arm.BytesWithCache is not null);
        return new PageTable(
            title,
            [
                "arm", "wall s", OfBuiltIn, .. CopyHeadings(volume),
                .. counted ? ["cloned", "from cache", "copied"] : Array.Empty<string>(),
                "written MB", "outputs MB", "unshared MB", .. cached ? ["with cache MB"] : Array.Empty<string>(), "runs",
            ],
            [
                .. volume.Arms.Where(arm => arm.Runs.Count > 0).Select(arm => (string[])
                [
                    ArmNames.Of(arm.Kind),
                    .. Times(volume, arm, Scenario.Clean),
                    .. counted ? [Count(arm.Files?.Cloned), Count(arm.Files?.FromCache), Count(arm.Files?.Copied)] : Array.Empty<string>(),
                    arm.Runs.All(run => run.WrittenBytes is not null) ? Median(arm, run => run.WrittenBytes / 1e6, "N1") : "unknown",
                    Outputs(arm, arm.OutputBytes),
                    Outputs(arm, arm.OwnedAloneBytes),
                    .. cached ? [arm.BytesWithCache is { } bytes ? Megabytes(bytes) : "-"] : Array.Empty<string>(),
                    Count(arm.Runs.Count),
                ]),
            ]);
    }

    private static PageTable After(VolumeResult volume, Scenario scenario, string title) => new(
        title,
        ["arm", "wall s", OfBuiltIn, .. CopyHeadings(volume), "runs"],
        [
            .. volume.Arms.Where(arm => Scenarios.Seconds(arm.Runs, scenario).Any()).Select(arm => (string[])
            [
                ArmNames.Of(arm.Kind),
                .. Times(volume, arm, scenario),
                Count(Scenarios.Seconds(arm.Runs, scenario).Count()),
            ]),
        ]);

    private static string[] CopyHeadings(VolumeResult volume) => volume.Command is null ? ["Copy task s", OfBuiltIn] : [];

    private static string[] Times(VolumeResult volume, ArmResult arm, Scenario scenario) =>
    [
        Median(arm, run => Scenarios.Seconds(run, scenario), "0.00"),
        Ratio(volume, arm, run => Scenarios.Seconds(run, scenario)),
        .. volume.Command is not null ? Array.Empty<string>() :
        [
            Median(arm, run => Scenarios.CopySeconds(run, scenario), "0.000"),
            Ratio(volume, arm, run => Scenarios.CopySeconds(run, scenario)),
        ],
    ];

    private static string Median(ArmResult arm, Func<BenchBuild, double?> value, string format) =>
        arm.Runs.Select(value).OfType<double>().ToList() is { Count: > 0 } values ? Number(Estimate.Median(values), format) : "-";

    /// <summary>With its 95% interval, over the rounds that both have; without one where they are too few.</summary>
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

    private static string Spread(double[] seconds) =>
        $"{Number(Estimate.Median(seconds), "0.00")} ({Number(seconds.Min(), "0.00")}-{Number(seconds.Max(), "0.00")})";

    private static string Outputs(ArmResult arm, long bytes) => arm.OutputsCompared ? Megabytes(bytes) : "-";

    private static string Megabytes(long bytes) => Number(bytes / 1e6, "N1");

    private static string Count(long? count) => count is { } known ? Number(known, "N0") : "-";
}
