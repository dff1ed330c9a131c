namespace CopyOnWrite.Tool.Report;

/// <summary><c>dotnet cow report BINLOG</c></summary>
internal static class ReportCommand
{
    private const int MostRowsOnScreen = 10;
    private const int MostRowsOfMarkdown = 20;
    private const int MostRowsOfPage = 500;
    private const int MostFilesOfPage = 10_000;    // Some megabytes.

    internal static Command New() =>
        new Command("report", "Shows which projects of a build wrote the same file, what it cloned, what it copied and why.")
        {
            new Argument<string>("binlog") { Description = "A binary log, which a build with -bl writes." },
            CommandLine.NewOption<string?>(
                "--html", "Also writes one HTML page with a list of all files, which needs no network.", "file"),
            CommandLine.NewOption<string?>("--markdown", "Also writes Markdown.", "file"),
        }.SetAnswer((parsed, screen, _) => Run(
            screen, parsed.GetValue<string>("binlog")!, parsed.GetValue<string?>("--html"), parsed.GetValue<string?>("--markdown")));

    private static int Run(Screen screen, string path, string? html, string? markdown)
    {
        RefuseToOverwrite(path, "--html", html);
        RefuseToOverwrite(path, "--markdown", markdown);
        CopyReport report = CopyReport.Of(LogFile.Read(path));
        if (html is not null)
        {
            OutputFile.Write(html, AsPage(report, Path.GetFileName(path)));
        }

        if (markdown is not null)
        {
            OutputFile.Write(markdown, AsMarkdown(report));
        }

        return screen.Answer(report, report.Summary, IsWell(report), () =>
        {
            Rows.Write(screen, ReportTables.Of(report, MostRowsOnScreen, all: false), report.Notes);
            screen.Lines(new[] { html, markdown }.OfType<string>().Select(written => $"Written: {Path.GetFullPath(written)}"));
        });
    }

    private static void RefuseToOverwrite(string log, string option, string? file) => CommandFailedException.ThrowIf(
        file is not null && FileCloner.Shared.Platform.TryStat(file, out FileStat there)
            && FileCloner.Shared.Platform.TryStat(log, out FileStat read) && there.IsSameAs(read),
        $"{option} {file} is the log itself, which would be lost. Name another file.");

    /// <summary>
    /// Whether nothing needs attention: the build succeeded, each file had one writer and was there and free when it was needed, and most
    /// bytes are cloned or no change would help.
    /// </summary>
    internal static bool IsWell(CopyReport report) =>
        report.Succeeded && !report.Conflicts.Any
            && (report.Recommendations.Count == 0
                || (report.Cloned.Bytes + report.FromCache.Bytes) * 2 >= report.Total.Bytes);

    internal static string AsMarkdown(CopyReport report) =>
        Markdown.Of(report.Summary, [], ReportTables.Of(report, MostRowsOfMarkdown, all: false), report.Notes);

    internal static string AsPage(CopyReport report, string logName) => Page.Of(
        $"Copies of {logName}", report.Summary,
        [.. ReportTables.Of(report, MostRowsOfPage, all: true), ReportTables.Files(report, MostFilesOfPage)],
        report.Notes);
}
