using System.Globalization;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>The report's tables, the same in text, Markdown and HTML.</summary>
internal sealed record ReportTables(
    PageTable Outcomes, PageTable Reasons, PageTable Changes, PageTable Projects, PageTable Targets, PageTable MostCopied)
{
    internal const string Unchanged = "unchanged";

    internal IReadOnlyList<PageTable> All => [.. new[] { Outcomes, Reasons, Changes, Projects, Targets, MostCopied }
        .Where(table => table.Rows.Count > 0)];

    /// <param name="most">Rows of each table: JSON has them all.</param>
    internal static ReportTables Of(CopyReport report, int most)
    {
        CopyKind[] kinds = [.. Enum.GetValues<CopyKind>().Where(kind => kind == CopyKind.Cloned || report.AmountOf(kind).Files > 0)];
        return new ReportTables(
            New(
                report.IsEstimate ? "Files by outcome, estimated for a first build" : "Files by outcome",
                ["", "files", "bytes"],
                [
                    .. kinds.Select(kind => Row(kind.Words(), report.AmountOf(kind))),
                    [Unchanged, Words.Number(report.Unchanged), "-"],
                    .. report.WarmCache is { } warm ? [Row("cloned in later builds, with a warm cache", warm)] : Array.Empty<string[]>(),
                ],
                most) with
            {
                Marks = [.. kinds.Select(kind => kind.CssClass()), Unchanged, null],
                Links = [.. kinds.Select(kind => $"#files&kind={(int)kind}"), null, null],
            },
            New(
                report.IsEstimate ? "Why files would not be cloned" : "Why files were not cloned",
                ["reason", "files", "bytes"],
                [.. report.Reasons.Select(reason => Row(reason.Why.Words, new Amount(reason.Files, reason.Bytes)))],
                most) with
            {
                Links = [.. report.Reasons.Select((_, i) => $"#files&reason={i}")],
            },
            New(
                "What would clone more",
                ["change", "files", "bytes"],
                [.. report.Recommendations.Select(one => Row(one.What, new Amount(one.Files, one.Bytes)))],
                most),
            Times("project", report.Projects, most) with { Links = [.. report.Projects.Select((_, i) => $"#files&project={i}")] },
            Times("target", report.Targets, most),
            New(
                report.IsEstimate ? "Files that would be copied most" : "Files copied most",
                ["source", "copies", "bytes together"],
                [.. report.MostCopied.Select(source => Row(source.From, new Amount(source.Copies, source.Bytes)))],
                most));
    }

    private static PageTable New(string title, string[] headings, string[][] rows, int most) =>
        new(title, headings, [.. rows.Take(most)], Math.Max(0, rows.Length - most));

    private static PageTable Times(string what, IReadOnlyList<CopyTime> times, int most)
    {
        double longest = times.Select(time => time.Seconds).DefaultIfEmpty().Max();
        string[][] rows =
        [
            .. times.Select(time => new[]
            {
                time.Name, time.Seconds.ToString("0.000", CultureInfo.InvariantCulture), Words.Number(time.Calls),
                Words.Number(time.Files), Words.Bytes(time.Bytes),
            }),
        ];
        return New($"Copy time by {what}", [what, "seconds", "calls", "files", "bytes"], rows, most) with
        {
            Parts = [.. times.Select(time => longest > 0 ? time.Seconds / longest : 0)],
        };
    }

    private static string[] Row(string name, Amount amount) => [name, Words.Number(amount.Files), Words.Bytes(amount.Bytes)];
}
