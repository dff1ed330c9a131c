using System.Globalization;
using System.Text.RegularExpressions;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>
/// The report as an HTML page: the build, recommendations, then the outcomes, with a link from each outcome, reason and
/// project to its files.
/// </summary>
internal static partial class ReportPage
{
    private const int MostRows = 500;

    internal static string Of(CopyReport report, string logName)
    {
        var page = new Page($"Copies of {logName}", report.Summary);
        page.Facts(Facts(report, logName));
        page.Tables(ReportTables.Of(report, MostRows));
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
        BuildLog log = report.Log;

        // The package's version, by the folder of the task's assembly (ID/VERSION).
        string? version = log.CopyCalls.Where(LoggedCopies.IsOfSdk)
            .Select(call => PackageFolder().Match(call.TaskAssembly))
            .FirstOrDefault(match => match.Success)?.Groups[1].Value;
        yield return ("log", logName);
        yield return ("built", log.Started?.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture));
        yield return ("duration", log.Duration is { } duration ? CopyReport.Seconds(duration.TotalSeconds) : null);
        yield return ("outcome", report.Succeeded ? "succeeded" : $"failed, {Words.Count(log.Errors.Count, "error")}");
        yield return ("built with", log.BuiltWith);
        yield return ("CopyOnWrite.Sdk", version ?? (report.IsEstimate ? "not used" : null));
        yield return ("Copy", $"{CopyReport.Seconds(report.CopySeconds)} in {Words.Count(report.Calls, "call")}");
        yield return ("report by", $"dotnet cow {ToolVersion.Current}");
    }

    [GeneratedRegex(@"[\\/]copyonwrite\.(?:sdk|artifacts)[\\/]([^\\/]+)[\\/]", RegexOptions.IgnoreCase)]
    private static partial Regex PackageFolder();
}
