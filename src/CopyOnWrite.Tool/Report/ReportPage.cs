using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.RegularExpressions;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>
/// The report as an HTML page: what the log is of, what would clone more, then what was done, with a way from each outcome, reason and
/// project to its files.
/// </summary>
internal static partial class ReportPage
{
    private const int MostRows = 500;

    internal static string Of(CopyReport report, string logName)
    {
        var page = new Page($"Copies of {logName}", report.Summary);
        page.Facts(Facts(report, logName));
        ReportTables tables = ReportTables.Of(report, MostRows);
        page.Table(Shown(tables.Changes));
        page.Table(
            Shown(tables.Outcomes) with
            {
                Marks = [.. tables.Outcomes.Rows.Select(MarkOf)],
                Links = [.. tables.Outcomes.Rows.Select(LinkOf)],
            },
            Bars.Stacked([("bytes", Parts(report, inBytes: true)), ("files", Parts(report, inBytes: false))]));
        page.Table(Shown(tables.Reasons) with { Links = [.. tables.Reasons.Rows.Select((_, i) => $"#files&reason={i}")] });
        page.Table(Shown(tables.Projects) with
        {
            Links = [.. tables.Projects.Rows.Select((_, i) => $"#files&project={i}")], Parts = Lengths(report.Projects),
        });
        page.Table(Shown(tables.Targets) with { Parts = Lengths(report.Targets) });
        page.Table(Shown(tables.MostCopied));
        if (report.Files.Count > 0)
        {
            var files = FilesJson.Of(report);
            page.Files(
                files.Json,
                files.Left == 0
                    ? string.Empty
                    : $"{Words.Count(files.Left, "file")}, the smallest, are not listed: the page would be too large.");
        }

        page.Notes(report.Notes);
        return page.ToString();
    }

    private static IEnumerable<(string Name, string? Value)> Facts(CopyReport report, string logName)
    {
        BuildLog? log = report.Log;
        yield return ("log", logName);
        yield return ("built", log?.Started?.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture));
        yield return ("duration", log?.Duration is { } duration ? ReportWords.Seconds(duration.TotalSeconds) : null);
        yield return ("outcome", report.Succeeded ? "succeeded" : $"failed, {Words.Count(log?.Errors.Count ?? 0, "error")}");
        yield return ("built with", log?.BuiltWith);
        yield return ("CopyOnWrite.Sdk", VersionOf(log) ?? (report.IsEstimate ? "not used" : null));
        yield return ("Copy", $"{ReportWords.Seconds(report.CopySeconds)} in {Words.Count(report.Calls, "call")}");
        yield return ("report by", $"dotnet cow {ToolVersion.Current}");
    }

    /// <summary>By the folder of the task's assembly: packages are in ID/VERSION.</summary>
    private static string? VersionOf(BuildLog? log) => log?.CopyCalls.Where(LoggedCopies.IsOfSdk)
        .Select(call => PackageFolder().Match(call.TaskAssembly))
        .FirstOrDefault(match => match.Success)?.Groups[1].Value;

    private static PageTable Shown(ReportTable table) => new(table.Title, table.Headings, table.Rows, table.Left);

    private static string? MarkOf(string[] row) =>
        row[0] == ReportTables.Unchanged ? "unchanged" : FilesJson.Kinds.FirstOrDefault(kind => kind.Name == row[0]).Class;

    private static string? LinkOf(string[] row) =>
        System.Array.FindIndex(FilesJson.Kinds, kind => kind.Name == row[0]) is >= 0 and var kind ? $"#files&kind={kind}" : null;

    private static IReadOnlyList<Bar> Parts(CopyReport report, bool inBytes)
    {
        Amount[] amounts = [report.Cloned, report.FromCache, report.Copied, report.Left];
        IEnumerable<Bar> parts = FilesJson.Kinds.Zip(amounts, (kind, amount) => inBytes
            ? new Bar(kind.Class, amount.Bytes, $"{kind.Name}: {Words.Bytes(amount.Bytes)}")
            : new Bar(kind.Class, amount.Files, $"{kind.Name}: {Words.Count(amount.Files, "file")}"));
        Bar unchanged = new("unchanged", report.Unchanged, $"{ReportTables.Unchanged}: {Words.Count(report.Unchanged, "file")}");
        return [.. parts, .. inBytes ? [] : new[] { unchanged }];
    }

    private static double[] Lengths(IReadOnlyList<CopyTime> times)
    {
        double longest = times.Select(time => time.Seconds).DefaultIfEmpty().Max();
        return [.. times.Select(time => longest > 0 ? time.Seconds / longest : 0)];
    }

    [GeneratedRegex(@"[\\/]copyonwrite\.(?:sdk|artifacts)[\\/]([^\\/]+)[\\/]", RegexOptions.IgnoreCase)]
    private static partial Regex PackageFolder();
}
