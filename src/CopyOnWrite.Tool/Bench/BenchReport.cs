using System.Text.Json;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// The result in words and Markdown, and in tables with the arms of all volumes: one of clean builds and, where they were timed, one
/// of builds with nothing to do.
/// </summary>
internal sealed class BenchReport(BenchResult result)
{
    private static readonly string[] s_extensions = [".json", ".md"];

    internal IReadOnlyList<Verdict> Verdicts { get; } = Verdict.Of(result);

    internal bool OutputsAreTheSame => result.Arms.All(arm => arm.Outputs.Differences.Count == 0);

    /// <summary>The first line: a fault if there is one, otherwise the package's verdict on the first volume.</summary>
    internal string Summary => (OutputsAreTheSame ? string.Empty : "Warning: the arms produced different outputs. ")
        + (Verdicts.Count == 0 ? "Nothing was compared."
            : (Verdicts.FirstOrDefault(verdict => verdict.Kind == ArmKind.Sdk) ?? Verdicts[0]).Words);

    private IEnumerable<string> Conclusions => Verdicts.Select(verdict => verdict.Words);

    private IEnumerable<PageTable> Tables =>
        Enum.GetValues<Scenario>().Where(scenario => result.Arms.Any(arm => arm.Has(scenario))).Select(Table);

    internal void WriteTo(Screen screen)
    {
        screen.Lines(Conclusions.Where(line => !Summary.EndsWith(line, StringComparison.Ordinal)));
        Rows.Write(screen, Tables, Notes());
    }

    /// <summary>Writes NAME.json and NAME.md. Results took hours to measure, so earlier ones stay.</summary>
    /// <returns>The name of the files: with a number if a result has this name.</returns>
    internal string WriteFiles(string name)
    {
        string free = Enumerable.Range(2, int.MaxValue - 2).Select(number => $"{name}-{number}").Prepend(name)
            .First(free => !s_extensions.Any(extension => Path.Exists(free + extension)));
        OutputFile.Write(free + ".json", JsonSerializer.Serialize(result, JsonFormat.Options) + "\n");
        OutputFile.Write(free + ".md", Markdown());
        return free;
    }

    internal string Markdown() => Output.Markdown.Of(Summary, Conclusions, Tables, Notes());

    private IEnumerable<string> Notes() => ((string?[])
    [
        .. result.Volumes.SelectMany(Differences),
        OutputsAreTheSame && result.Volumes.Any(volume => volume.Arms.Count > 1)
            ? "The outputs of all arms of a volume are the same: names, contents, modes." : null,
        "Wall seconds are the median of a whole `dotnet build --no-restore`: after all outputs were deleted, or, with nothing to do, "
            + "right after such a build. The first round is dropped. A ratio compares an arm with MSBuild's own Copy on the same volume. "
            + $"The interval of a ratio (95%, by bootstrap over rounds) needs {BenchOptions.EnoughRounds} rounds. Seconds of the Copy task "
            + "are summed over calls that may run at the same time. Processor seconds count the whole machine. Unshared is the part of "
            + "the outputs that shares no blocks with other files.",
        .. result.Volumes.Select(volume => string.Create(
            CultureInfo.InvariantCulture,
            $"{volume.Name}: {volume.Date:yyyy-MM-dd HH:mm} UTC, {volume.MachineName}, {volume.Machine.Describe()}, "
            + $".NET SDK {volume.DotNetSdk}{(volume.MSBuildServer ? " with MSBuild's server" : string.Empty)}, "
            + $"CopyOnWrite.Sdk {volume.SdkVersion}, {volume.Packages}, {volume.Volume}")),
    ]).OfType<string>();

    private static IEnumerable<string> Differences(VolumeResult volume) => ((string?[])
    [
        volume.NotTheSame.Count == 0 ? null
            : $"{volume.Name}: {Words.Count(volume.NotTheSame.Count, "file")} already differ between two builds with "
                + $"MSBuild's own Copy, such as {volume.NotTheSame[0]}, and were not compared.",
        .. volume.Arms.Where(arm => arm.Outputs.Differences.Count > 0).Select(arm =>
            $"{volume.Name}, {ArmNames.Of(arm.Kind)}: the outputs differ from those with MSBuild's own Copy in "
                + $"{Words.Count(arm.Outputs.Differences.Count, "line")}, the first: {arm.Outputs.Differences[0]}"),
    ]).OfType<string>();

    private PageTable Table(Scenario scenario)
    {
        bool isClean = scenario == Scenario.Clean;
        string place = result.Volumes is [var only] ? $" on {only.Name}" : ": all volumes";
        return new PageTable(
            $"{result.Repository}{place}{Verdict.WordsOf(scenario)}",
            [
                "arm", "wall s", "wall ratio", "processor s", "processor ratio", "Copy task s", "Copy ratio",
                .. isClean ? (string[])["outputs MB", "unshared MB"] : [], "runs",
            ],
            [
                .. from volume in result.Volumes
                   from arm in volume.Arms
                   where arm.Has(scenario)
                   select (string[])
                   [
                       result.NameOf(volume, arm),
                       .. Times(volume, arm, run => run.Time(scenario)?.Wall, "0.00"),
                       .. Times(volume, arm, run => run.Time(scenario)?.Processor, "0.00"),
                       .. Times(volume, arm, run => run.Time(scenario)?.Copy, "0.000"),
                       .. isClean ? (string[])[Text(arm.Outputs.Bytes / 1e6, "N1"), Text(arm.Outputs.OwnedAloneBytes / 1e6, "N1")] : [],
                       Text(arm.Runs.Count, "N0"),
                   ],
            ]);
    }

    /// <summary>The median, and its ratio to the built-in task's over the common rounds; with an interval where these are enough.</summary>
    private static string[] Times(VolumeResult volume, ArmResult arm, Func<BenchBuild, double?> value, string format)
    {
        double[] values = [.. arm.Runs.Select(value).OfType<double>()];
        Pair? pair = arm.Kind == ArmKind.BuiltIn ? null : Pair.Of(arm, volume, value);
        return
        [
            Text(values.Length > 0 ? Estimate.Median(values) : null, format),
            Text(pair?.Ratio.Value, "0.000")
                + (pair?.Values.Count >= BenchOptions.EnoughRounds ? $" ({Verdict.Range(pair.Ratio, "0.000")})" : string.Empty),
        ];
    }

    private static string Text(double? value, string format) => value is { } known ? Words.Number(known, format) : "-";
}
