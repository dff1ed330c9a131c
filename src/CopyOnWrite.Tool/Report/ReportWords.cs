using System.Globalization;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary>The first line of a report.</summary>
internal static class ReportWords
{
    internal static string Summary(CopyReport report) => (report.Succeeded ? string.Empty : "The build failed. ") + OfCopies(report);

    private static string OfCopies(CopyReport report)
    {
        if (report.Calls == 0)
        {
            return "No Copy task ran in this build.";
        }

        string time = $"Copy took {Seconds(report.CopySeconds)} in {Words.Count(report.Calls, "call")}";
        string unchanged = report.Unchanged > 0 ? $", {Words.Count(report.Unchanged, "file")} were unchanged" : string.Empty;
        if (report.Total.Files == 0)
        {
            return $"Nothing was copied: {time}{unchanged}.";
        }

        int clones = report.Cloned.Files + report.FromCache.Files;
        long bytes = report.Cloned.Bytes + report.FromCache.Bytes;
        string cache = report.FromCache.Files > 0 ? $", {Words.Number(report.FromCache.Files)} of them from the cache" : string.Empty;
        string amount = $"{Words.Number(clones)} of {Words.Count(report.Total.Files, "file")} ({Words.Bytes(bytes)} of "
            + $"{Words.Bytes(report.Total.Bytes)})";
        string warm = report.WarmCache is { } later && later.Files > clones
            ? $" in a first build, and {Words.Number(later.Files)} ({Words.Bytes(later.Bytes)}) in later ones, with a warm cache"
            : string.Empty;
        return report.IsEstimate
            ? $"Estimate: with CopyOnWrite.Sdk, {amount} would be cloned{cache}{warm}. {time}{unchanged}."
            : report.EstimatedFiles > 0
                ? $"{amount} were cloned{cache}, including an estimate for {Words.Count(report.EstimatedFiles, "file")} of the built-in "
                    + $"task. {time}{unchanged}."
            : $"{amount} were cloned{cache}. {time}{unchanged}.";
    }

    internal static string Seconds(double seconds) => seconds.ToString(seconds < 10 ? "0.000" : "0.0", CultureInfo.InvariantCulture) + " s";
}
