using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>A table of the report, the same in text, Markdown and HTML.</summary>
/// <param name="Left">Rows that are not here: JSON has them all.</param>
internal sealed record ReportTable(string Title, string[] Headings, IReadOnlyList<string[]> Rows, int Left)
{
    internal static IReadOnlyList<ReportTable> Of(CopyReport report, int most)
    {
        ReportTables tables = ReportTables.Of(report, most);
        return [tables.Outcomes, tables.Reasons, tables.Changes, tables.Projects, tables.Targets, tables.MostCopied];
    }
}

/// <summary>The report's tables by what they are about.</summary>
internal sealed record ReportTables(
    ReportTable Outcomes, ReportTable Reasons, ReportTable Changes, ReportTable Projects, ReportTable Targets, ReportTable MostCopied)
{
    internal const string Unchanged = "unchanged";

    internal static ReportTables Of(CopyReport report, int most) => new(
        New(
            report.IsEstimate ? "Files by outcome, estimated for a first build" : "Files by outcome",
            ["", "files", "bytes"],
            Kinds(report),
            most),
        New(
            report.IsEstimate ? "Why files would not be cloned" : "Why files were not cloned",
            ["reason", "files", "bytes"],
            [.. report.Reasons.Select(reason => new[] { reason.Words, Words.Number(reason.Files), Words.Bytes(reason.Bytes) })],
            most),
        New(
            "What would clone more",
            ["change", "files", "bytes"],
            [.. report.Recommendations.Select(one => new[] { one.What, Words.Number(one.Files), Words.Bytes(one.Bytes) })],
            most),
        New("Copy time by project", ["project", "seconds", "calls", "files", "bytes"], Times(report.Projects), most),
        New("Copy time by target", ["target", "seconds", "calls", "files", "bytes"], Times(report.Targets), most),
        New(
            report.IsEstimate ? "Files that would be copied most" : "Files copied most",
            ["source", "copies", "bytes together"],
            [.. report.MostCopied.Select(source => new[] { source.From, Words.Number(source.Copies), Words.Bytes(source.Bytes) })],
            most));

    private static ReportTable New(string title, string[] headings, string[][] rows, int most) =>
        new(title, headings, [.. rows.Take(most)], Math.Max(0, rows.Length - most));

    private static string[][] Kinds(CopyReport report) =>
    [
        .. new (string Name, Amount Amount)[]
        {
            ("cloned", report.Cloned),
            ("cloned from the cache", report.FromCache),
            ("copied", report.Copied),
            ("left to the built-in task", report.Left),
        }
            .Where(kind => kind.Amount.Files > 0 || kind.Name == "cloned")
            .Select(kind => new[] { kind.Name, Words.Number(kind.Amount.Files), Words.Bytes(kind.Amount.Bytes) }),
        [Unchanged, Words.Number(report.Unchanged), "-"],
        .. report.WarmCache is { } warm
            ? [["cloned in later builds, with a warm cache", Words.Number(warm.Files), Words.Bytes(warm.Bytes)]]
            : Array.Empty<string[]>(),
    ];

    private static string[][] Times(IReadOnlyList<CopyTime> times) =>
        [.. times.Select(time =>
            new[]
            {
                time.Name,
                time.Seconds.ToString("0.000", CultureInfo.InvariantCulture),
                Words.Number(time.Calls),
                Words.Number(time.Files),
                Words.Bytes(time.Bytes),
            })];
}
