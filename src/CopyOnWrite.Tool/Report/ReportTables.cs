using System.Globalization;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>The report's tables, the same in text, Markdown and HTML: first recommendations, then outcomes.</summary>
internal static class ReportTables
{
    private const string Unchanged = "unchanged";

    /// <param name="most">The most rows of a table: JSON has them all.</param>
    internal static IReadOnlyList<PageTable> Of(CopyReport report, int most)
    {
        PageTable[] tables =
        [
            new(
                "What would clone more",
                ["change", "files", "bytes"],
                [.. report.Recommendations.Select(one => Row(one.What, new Amount(one.Files, one.Bytes)))]),
            Outcomes(report),
            new(
                report.IsEstimate ? "Why files would not be cloned" : "Why files were not cloned",
                ["reason", "files", "bytes"],
                [.. report.Reasons.Select(reason => Row(reason.Why.Words, new Amount(reason.Files, reason.Bytes)))])
            {
                Links = [.. report.Reasons.Select((_, i) => $"#files&reason={i}")],
            },
            Times("project", report.Projects) with { Links = [.. report.Projects.Select((_, i) => $"#files&project={i}")] },
            Times("target", report.Targets),
            new(
                report.IsEstimate ? "Files that would be copied most" : "Files copied most",
                ["source", "copies", "bytes together"],
                [.. report.MostCopied.Select(source => Row(source.From, new Amount(source.Copies, source.Bytes)))]),
        ];
        return [.. tables.Where(table => table.Rows.Count > 0).Select(table => table with
        {
            Rows = [.. table.Rows.Take(most)],
            Left = Math.Max(0, table.Rows.Count - most),
        })];
    }

    private static PageTable Outcomes(CopyReport report)
    {
        (CopyKind Kind, Amount Amount)[] kinds =
        [
            .. Enum.GetValues<CopyKind>().Select(kind => (kind, report.Copies.AmountOf(kind)))
                .Where(one => one.kind == CopyKind.Cloned || one.Item2.Files > 0),
        ];
        string bytes = Bar("bytes", [.. kinds.Select(one => Part(one.Kind, one.Amount.Bytes, Words.Bytes(one.Amount.Bytes)))]);
        string files = Bar("files", [
            .. kinds.Select(one => Part(one.Kind, one.Amount.Files, Words.Count(one.Amount.Files, "file"))),
            (Unchanged, report.Unchanged, $"{Unchanged}: {Words.Count(report.Unchanged, "file")}"),
        ]);
        string[][] warm = report.WarmCache is { } later ? [Row("cloned in later builds, with a warm cache", later)] : [];
        return new PageTable(
            report.IsEstimate ? "Files by outcome, estimated for a first build" : "Files by outcome",
            ["", "files", "bytes"],
            [
                .. kinds.Select(one => Row(one.Kind.Words(), one.Amount)),
                [Unchanged, Words.Number(report.Unchanged), "-"],
                .. warm,
            ])
        {
            Chart = $"<div class=\"stack\">{bytes}{files}</div>\n",
            Marks = [.. kinds.Select(one => one.Kind.CssClass()), Unchanged, null],
            Links = [.. kinds.Select(one => $"#files&kind={(int)one.Kind}"), null, null],
        };
    }

    private static PageTable Times(string what, IReadOnlyList<CopyTime> times)
    {
        double longest = times.Select(time => time.Seconds).DefaultIfEmpty().Max();
        return new PageTable(
            $"Copy time by {what}",
            [what, "seconds", "calls", "files", "bytes"],
            [
                .. times.Select(time => new[]
                {
                    time.Name, time.Seconds.ToString("0.000", CultureInfo.InvariantCulture), Words.Number(time.Calls),
                    Words.Number(time.Files), Words.Bytes(time.Bytes),
                }),
            ])
        {
            Parts = [.. times.Select(time => longest > 0 ? time.Seconds / longest : 0)],
        };
    }

    private static (string Colour, double Value, string Words) Part(CopyKind kind, double value, string amount) =>
        (kind.CssClass(), value, $"{kind.Words()}: {amount}");

    /// <summary>Draws shares of a whole. The table below is the legend; the words are for screen readers.</summary>
    private static string Bar(string measure, IEnumerable<(string Colour, double Value, string Words)> parts)
    {
        (string Colour, double Value, string Words)[] some = [.. parts.Where(part => part.Value > 0)];
        double whole = some.Sum(part => part.Value);
        string bar = string.Concat(some.Select(part => string.Create(
            CultureInfo.InvariantCulture,
            $"<i class=\"{part.Colour}\" style=\"flex-grow:{part.Value / whole * 1000:0.###}\" title=\"{Page.Text(part.Words)}\"></i>")));
        return bar.Length == 0 ? string.Empty
            : $"<span>{measure}</span><div role=\"img\" aria-label=\"{string.Join("; ", some.Select(part => part.Words))}\">{bar}</div>";
    }

    private static string[] Row(string name, Amount amount) => [name, Words.Number(amount.Files), Words.Bytes(amount.Bytes)];
}
