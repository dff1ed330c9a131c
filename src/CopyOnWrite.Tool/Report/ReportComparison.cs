using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json.Serialization;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>A number of the first log and of the second.</summary>
/// <param name="Unit">"files", "bytes" or "seconds".</param>
internal sealed record Change(string Name, string Unit, double Before, double After)
{
    internal string Text(double value) => Unit switch
    {
        "bytes" => Words.Bytes((long)value),
        "seconds" => value.ToString("0.000", CultureInfo.InvariantCulture),
        _ => Words.Number((long)value),
    };

    /// <summary>With its sign, of the numbers as they are shown; a dash where nothing changed.</summary>
    internal string Difference => Math.Round(After, 3) - Math.Round(Before, 3) is var more && more > 0 ? $"+{Text(more)}"
        : more < 0 ? $"-{Text(-more)}" : "-";
}

/// <summary>Two logs of builds, side by side.</summary>
internal sealed record ReportComparison(
    string Summary,
    IReadOnlyList<Change> Totals,
    IReadOnlyList<Change> Reasons,
    IReadOnlyList<Change> Projects,
    IReadOnlyList<Change> Targets,
    IReadOnlyList<string> Notes,
    [property: JsonPropertyName("first")] CopyReport Before,
    [property: JsonPropertyName("second")] CopyReport After)
{
    private const string Files = "files";
    private const string Seconds = "seconds";

    internal static ReportComparison Of(CopyReport before, CopyReport after)
    {
        Change[] totals =
        [
            .. Both("cloned", report => report.Cloned),
            .. Both("cloned from the cache", report => report.FromCache),
            .. Both("copied", report => report.Copied),
            .. Both("left to the built-in task", report => report.Left),
            new Change("unchanged", Files, before.Unchanged, after.Unchanged),
            new Change("Copy", Seconds, before.CopySeconds, after.CopySeconds),
            new Change("calls of Copy", "calls", before.Calls, after.Calls),
        ];
        return new ReportComparison(
            SummaryOf(before, after),
            [.. totals.Where(total => total.Before > 0 || total.After > 0)],
            Paired(before.Reasons, after.Reasons, reason => reason.Words, reason => reason.Files, Files),
            Paired(before.Projects, after.Projects, project => project.Name, project => project.Seconds, Seconds),
            Paired(before.Targets, after.Targets, target => target.Name, target => target.Seconds, Seconds),
            [.. NotesOf(before, after)],
            before,
            after);

        Change[] Both(string name, Func<CopyReport, Amount> amount) =>
        [
            new Change(name, Files, amount(before).Files, amount(after).Files),
            new Change(name, "bytes", amount(before).Bytes, amount(after).Bytes),
        ];
    }

    internal IEnumerable<ReportTable> Tables(int most)
    {
        yield return New("Files, bytes and time", Totals, most);
        yield return New("Files that were not cloned, by reason", Reasons, most);
        yield return New("Copy seconds by project, the largest change first", Projects, most);
        yield return New("Copy seconds by target, the largest change first", Targets, most);
    }

    private static ReportTable New(string title, IReadOnlyList<Change> changes, int most) => new(
        title,
        ["", "unit", "first", "second", "change"],
        [
            .. changes.Take(most).Select(change => new[]
            {
                change.Name, change.Unit, change.Text(change.Before), change.Text(change.After), change.Difference,
            }),
        ],
        Math.Max(0, changes.Count - most));

    /// <summary>By name; what only one of them has is nothing in the other. The largest change first.</summary>
    private static Change[] Paired<T>(
        IReadOnlyList<T> before, IReadOnlyList<T> after, Func<T, string> name, Func<T, double> value, string unit)
    {
        Dictionary<string, double> first = before.GroupBy(name).ToDictionary(same => same.Key, same => same.Sum(value));
        Dictionary<string, double> second = after.GroupBy(name).ToDictionary(same => same.Key, same => same.Sum(value));
        return
        [
            .. first.Keys.Union(second.Keys)
                .Select(key => new Change(key, unit, first.GetValueOrDefault(key), second.GetValueOrDefault(key)))
                .OrderByDescending(change => Math.Abs(change.After - change.Before)).ThenBy(change => change.Name, StringComparer.Ordinal),
        ];
    }

    private static string SummaryOf(CopyReport before, CopyReport after)
    {
        string failed = before.Succeeded && after.Succeeded ? string.Empty
            : before.Succeeded ? "The second build failed. "
            : after.Succeeded ? "The first build failed. "
            : "Both builds failed. ";
        return $"{failed}{Clones(after)} in the second log were cloned, {Clones(before)} in the first. Copy took "
            + $"{ReportWords.Seconds(after.CopySeconds)} instead of {ReportWords.Seconds(before.CopySeconds)}.";
    }

    private static string Clones(CopyReport report) =>
        $"{Words.Number(report.Cloned.Files + report.FromCache.Files)} of {Words.Count(report.Total.Files, "file")} "
        + $"({Words.Bytes(report.Cloned.Bytes + report.FromCache.Bytes)})";

    private static IEnumerable<string> NotesOf(CopyReport before, CopyReport after)
    {
        foreach ((CopyReport report, string which) in new[] { (before, "first"), (after, "second") })
        {
            if (report.EstimatedFiles > 0)
            {
                yield return $"Of the {which} log, {Words.Count(report.EstimatedFiles, "file")} are an estimate: the built-in task "
                    + "copied them, and does not log what it cloned.";
            }
        }

        yield return "Copy seconds are summed over calls that may have run at the same time. One build of each proves no difference in "
            + "time: `dotnet cow bench` measures it.";
    }
}
