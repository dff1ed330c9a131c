using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Bench;

/// <summary>The result in words, tables, Markdown and HTML.</summary>
internal sealed class BenchReport(BenchResult result)
{
    private static readonly string[] s_headings = ["arm", "wall s", "95% interval of the ratio", "Copy task s", "written MB", "outputs MB", "alone MB", "runs"];

    internal IReadOnlyList<Verdict> Verdicts { get; } = Verdict.Of(result);

    internal bool OutputsAreTheSame => result.Volumes.All(volume => volume.Arms.All(arm => arm.Differences.Count == 0));

    /// <summary>The first line: what is wrong if something is, else the SDK's verdict, and of several volumes the first's.</summary>
    internal string Summary
    {
        get
        {
            string stopped = result.Volumes.Any(volume => volume.Interrupted)
                ? $"Stopped after {result.Volumes.Min(volume => volume.Arms.Select(arm => arm.Runs.Count).DefaultIfEmpty().Min())} of {result.Volumes.Max(volume => volume.RoundsAsked)} rounds. "
                : string.Empty;
            string differ = OutputsAreTheSame ? string.Empty : "THE OUTPUTS DIFFER between arms. ";
            return stopped + differ + (Verdicts.Count == 0 ? "Nothing was compared." : Verdicts.FirstOrDefault(verdict => verdict.Kind == ArmKind.Sdk)?.Words ?? Verdicts[0].Words);
        }
    }

    internal void WriteTo(Screen screen, bool well)
    {
        screen.Answer(Summary, well);
        foreach (Verdict verdict in Verdicts.Where(verdict => !Summary.EndsWith(verdict.Words, StringComparison.Ordinal)))
        {
            screen.Line(verdict.Words);
        }

        foreach (VolumeResult volume in result.Volumes)
        {
            screen.Line();
            screen.Line(Title(volume));
            Rows.Write(screen, s_headings, Table(volume));
        }

        foreach (string note in Notes())
        {
            screen.Paragraph("-", note);
        }
    }

    internal string Markdown()
    {
        var text = new StringBuilder();
        text.AppendLine(Output.Markdown.Escape(Summary)).AppendLine();
        foreach (Verdict verdict in Verdicts)
        {
            text.AppendLine($"- {Output.Markdown.Escape(verdict.Words)}");
        }

        foreach (VolumeResult volume in result.Volumes)
        {
            text.AppendLine().AppendLine($"## {Title(volume)}").AppendLine();
            Output.Markdown.Table(text, s_headings, Table(volume));
        }

        text.AppendLine();
        foreach (string note in Notes())
        {
            text.AppendLine($"- {Output.Markdown.Escape(note)}");
        }

        return text.ToString();
    }

    internal string Html()
    {
        var page = new Page($"Builds of {result.Repository}", Summary);
        page.Notes([.. Verdicts.Select(verdict => verdict.Words)]);
        foreach (VolumeResult volume in result.Volumes)
        {
            page.Chart($"{Title(volume)}: every run, in seconds", Dots.Draw([.. volume.Arms.Where(arm => arm.Runs.Count > 0).Select(arm => new DotRow(
                ArmNames.Of(arm.Kind),
                Estimate.Median(arm.Runs.Select(run => run.Seconds)),
                [.. arm.Runs.Select(run => new Dot(run.Seconds, Outliers.Of(arm).Contains(run), $"{ArmNames.Of(arm.Kind)}, round {run.Round}, turn {run.Turn}: {Number(run.Seconds, "0.000")} s"))]))]));
            page.Table(Title(volume), s_headings, Table(volume));
        }

        page.Notes([.. Notes()]);
        return page.ToString();
    }

    private string Title(VolumeResult volume) => result.Volumes.Any(other => other.Name == volume.Name && other != volume)
        ? $"{result.Repository} on {volume.Name}, {volume.MachineName}"
        : $"{result.Repository} on {volume.Name}";

    private static IReadOnlyList<string[]> Table(VolumeResult volume)
    {
        var verdicts = Verdict.Of(new BenchResult(BenchResult.CurrentFormat, string.Empty, [volume])).ToDictionary(verdict => verdict.Kind);
        return [.. volume.Arms.Where(arm => arm.Runs.Count > 0).Select(arm => new[]
        {
            ArmNames.Of(arm.Kind),
            Number(Estimate.Median(arm.Runs.Select(run => run.Seconds)), "0.00"),
            verdicts.TryGetValue(arm.Kind, out Verdict? verdict) ? $"{Number(verdict.Ratio.Value, "0.000")} ({Number(verdict.Ratio.Low, "0.000")}-{Number(verdict.Ratio.High, "0.000")})" : "-",
            Number(Estimate.Median(arm.Runs.Select(run => run.CopySeconds)), "0.000"),
            arm.Runs.All(run => run.WrittenBytes is not null) ? Number(Estimate.Median(arm.Runs.Select(run => run.WrittenBytes!.Value / 1e6)), "N1") : "unknown",
            Number(arm.OutputBytes / 1e6, "N1"),
            Number(arm.OwnedAloneBytes / 1e6, "N1"),
            arm.Runs.Count.ToString(CultureInfo.InvariantCulture),
        })];
    }

    private IEnumerable<string> Notes()
    {
        foreach (VolumeResult volume in result.Volumes)
        {
            foreach (ArmResult arm in volume.Arms.Where(arm => arm.Differences.Count > 0))
            {
                yield return $"{volume.Name}, {ArmNames.Of(arm.Kind)}: the outputs differ from the built-in's in {Words.Count(arm.Differences.Count, "line")}, the first: {arm.Differences[0]}";
            }

            if (volume.NotTheSame.Count > 0)
            {
                yield return $"{volume.Name}: {Words.Count(volume.NotTheSame.Count, "file")} of two built-in builds differ already, such as {volume.NotTheSame[0]}, and were not compared.";
            }

            foreach ((ArmResult arm, BenchBuild run) in volume.Arms.SelectMany(arm => Outliers.Of(arm).Select(run => (arm, run))))
            {
                yield return $"{volume.Name}, {ArmNames.Of(arm.Kind)}: round {run.Round} is an outlier ({Number(run.Seconds, "0.00")} s). It counts.";
            }
        }

        if (OutputsAreTheSame && result.Volumes.Any(volume => volume.Arms.Count > 1))
        {
            yield return "The outputs of all arms of a volume are the same: names, contents, modes, origins of times.";
        }

        yield return "Wall seconds are medians of `dotnet build --no-restore` as a whole, every output deleted before. The first round is dropped. The ratio is to the built-in's on the same volume; "
            + "the interval is by bootstrap over rounds. Copy task seconds are summed over calls that may run at the same time. Written is what the volume's device was given, until all was on it.";
        foreach (VolumeResult volume in result.Volumes)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{volume.Name}: {volume.Date:yyyy-MM-dd HH:mm} UTC, {volume.MachineName}, {volume.Machine.Describe()}, .NET SDK {volume.DotNetSdk}, CopyOnWrite.Sdk {volume.SdkVersion}, {volume.Packages}, load {volume.Load}, seed {volume.Seed}; {volume.Volume}");
        }
    }

    private static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
