using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>Whole builds: a verdict for each arm in words, then a table for each kind of build.</summary>
internal static class BuildsReport
{
    internal static IReadOnlyList<string> Lines(BuildsResult result) =>
    [
        "# Whole builds",
        string.Empty,
        .. Verdicts(result),
        string.Empty,
        "## Everything is built",
        string.Empty,
        .. Table(result, arm => arm.Full),
        string.Empty,
        "## Nothing is to be done",
        string.Empty,
        .. Table(result, arm => arm.Again),
        string.Empty,
        .. Differences(result),
        "- Wall seconds of `dotnet build --no-restore` as a whole, all its processes' start with it. \"less built-in\": the difference of the medians.",
        "- Copy task seconds are summed over calls that may run at the same time.",
        .. result.Circumstances.Lines("For this benchmark: each build is a process of its own, with a compiler server that all share; \"built-in again\" is the A/A."),
    ];

    private static IEnumerable<string> Verdicts(BuildsResult result) =>
        from arm in result.Cells[0].Arms.Skip(1).Select(a => a.Name)
        from kind in new (string Name, Func<BuildsArmResult, IReadOnlyList<BuildTime>> Of)[] { ("full builds", a => a.Full), ("builds with nothing to do", a => a.Again) }
        let ratio = Estimate.MeanRatio([.. result.Cells.Select(cell => (Wall(kind.Of(cell.Arms.Single(a => a.Name == arm))), Wall(kind.Of(cell.Arms[0]))))])
        select $"- {arm}, {kind.Name}: {Text(ratio, "0.000")} of the built-in's wall time, {InWords(ratio)}";

    private static string InWords(Estimate ratio) => ratio.Low > 1 ? "LONGER" : ratio.High < 1 ? "shorter" : "no difference shown";

    private static IEnumerable<string> Table(BuildsResult result, Func<BuildsArmResult, IReadOnlyList<BuildTime>> kind)
    {
        foreach (string line in Markdown.Head("sample", "volume", "arm", "wall s", "less built-in, s", "Copy task s", "less built-in, s"))
        {
            yield return line;
        }

        foreach (BuildsCell cell in result.Cells)
        {
            IReadOnlyList<BuildTime> builtIn = kind(cell.Arms[0]);
            foreach (BuildsArmResult arm in cell.Arms)
            {
                IReadOnlyList<BuildTime> times = kind(arm);
                bool first = arm == cell.Arms[0];
                yield return Markdown.Row(
                    cell.Sample,
                    cell.FileSystem,
                    arm.Name,
                    Number(Estimate.Median(Wall(times)), "0.00"),
                    first ? "-" : Text(Estimate.Difference(Wall(times), Wall(builtIn)), "+0.000;-0.000"),
                    Number(Estimate.Median(Copy(times)), "0.000"),
                    first ? "-" : Text(Estimate.Difference(Copy(times), Copy(builtIn)), "+0.000;-0.000"));
            }
        }
    }

    private static IEnumerable<string> Differences(BuildsResult result)
    {
        foreach (BuildsCell cell in result.Cells)
        {
            foreach (BuildsArmResult arm in cell.Arms.Where(a => a.Differences.Count > 0))
            {
                yield return $"- {cell.Sample} on {cell.FileSystem}, {arm.Name}: THE OUTPUTS DIFFER in {arm.Differences.Count} lines, the first: {arm.Differences[0]}";
            }
        }

        if (result.Cells.All(c => c.Arms.All(a => a.Differences.Count == 0)))
        {
            yield return "- The outputs of all arms are the same: names, contents, modes, origins of times.";
        }
    }

    private static IReadOnlyList<double> Wall(IReadOnlyList<BuildTime> times) => [.. times.Select(t => t.Wall)];

    private static IReadOnlyList<double> Copy(IReadOnlyList<BuildTime> times) => [.. times.Select(t => t.Copy)];

    private static string Text(Estimate e, string format) => $"{Number(e.Value, format)} ({Number(e.Low, format)} to {Number(e.High, format)})";

    private static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
