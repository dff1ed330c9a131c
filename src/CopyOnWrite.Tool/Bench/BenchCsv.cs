using System;
using System.Globalization;
using System.Linq;
using System.Text;

namespace CopyOnWrite.Tool.Bench;

/// <summary>Every build as a line of comma-separated values (RFC 4180), for spreadsheets and scripts.</summary>
internal static class BenchCsv
{
    private const string End = "\r\n";

    private static readonly string[] s_headings =
    [
        "repository", "machine", "date", "volume", "packages", "arm", "scenario", "round", "turn", "seconds", "copySeconds", "writtenBytes",
        "outlier",
    ];

    internal static string Of(BenchResult result)
    {
        var text = new StringBuilder().Append(Line(s_headings));
        foreach (VolumeResult volume in result.Volumes)
        {
            foreach (ArmResult arm in volume.Arms)
            {
                var outliers = Outliers.Of(arm);
                foreach (BenchBuild run in arm.Runs)
                {
                    foreach (Scenario scenario in Enum.GetValues<Scenario>().Where(one => Scenarios.Seconds(run, one) is not null))
                    {
                        bool isClean = scenario == Scenario.Clean;
                        text.Append(Line(
                            volume.Repository ?? result.Repository,
                            volume.MachineName,
                            volume.Date.ToString("O", CultureInfo.InvariantCulture),
                            volume.Name,
                            volume.Packages,
                            Array.Find(ArmNames.All, one => one.Kind == arm.Kind).Option,
                            Scenarios.OptionOf(scenario),
                            Number(run.Round),
                            Number(run.Turn),
                            Number(Scenarios.Seconds(run, scenario)),
                            Number(volume.Command is null ? Scenarios.CopySeconds(run, scenario) : null),
                            Number(isClean ? run.WrittenBytes : null),
                            isClean && outliers.Contains(run) ? "true" : "false"));
                    }
                }
            }
        }

        return text.ToString();
    }

    private static string Number(double? value) => value?.ToString("0.######", CultureInfo.InvariantCulture) ?? string.Empty;

    private static string Line(params string[] cells) => string.Join(',', cells.Select(Quoted)) + End;

    private static string Quoted(string cell) =>
        cell.AsSpan().ContainsAny(",\"\r\n") ? $"\"{cell.Replace("\"", "\"\"", StringComparison.Ordinal)}\"" : cell;
}
