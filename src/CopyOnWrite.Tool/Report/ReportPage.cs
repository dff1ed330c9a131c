using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>The report as an HTML page with charts.</summary>
internal static class ReportPage
{
    private const int MostBars = 20;
    private const int MostRows = 500;

    internal static string Of(CopyReport report, string logName)
    {
        var page = new Page($"Copies of {logName}", report.Summary);
        string estimated = report.IsEstimate ? ", estimated for a first build" : string.Empty;
        page.Chart(
            "Bytes" + estimated,
            Bars.Stacked([.. Kinds(report).Select(kind =>
                new Bar(kind.Name, kind.Amount.Bytes, $"{kind.Name}: {Words.Bytes(kind.Amount.Bytes)}"))]));
        page.Chart("Files" + estimated, Bars.Stacked([
            .. Kinds(report).Select(kind =>
                new Bar(kind.Name, kind.Amount.Files, $"{kind.Name}: {Words.Count(kind.Amount.Files, "file")}")),
            new Bar("unchanged", report.Unchanged, $"unchanged: {Words.Count(report.Unchanged, "file")}")]));
        page.Chart("Copy seconds by project", Bars.Horizontal(Times(report.Projects)));
        page.Chart("Copy seconds by target", Bars.Horizontal(Times(report.Targets)));
        foreach (ReportTable table in ReportTable.Of(report, MostRows))
        {
            page.Table(table.Title, table.Headings, table.Rows, table.Left);
        }

        page.Notes(report.Notes);
        return page.ToString();
    }

    private static (string Name, Amount Amount)[] Kinds(CopyReport report) =>
        [("cloned", report.Cloned), ("from the cache", report.FromCache), ("copied", report.Copied), ("left to the built-in", report.Left)];

    private static Bar[] Times(IReadOnlyList<CopyTime> times) =>
        [.. times.Take(MostBars)
            .Select(time =>
                new Bar(
                    time.Name,
                    time.Seconds,
                    $"{time.Name}: {ReportWords.Seconds(time.Seconds)}, {Words.Count(time.Calls, "call")}, {Words.Bytes(time.Bytes)}"))];
}
