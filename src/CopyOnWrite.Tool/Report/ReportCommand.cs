namespace CopyOnWrite.Tool.Report;

/// <summary><c>dotnet cow report BINLOG</c></summary>
internal static class ReportCommand
{
    private const int MostRowsOnScreen = 10;
    private const int MostRowsOfMarkdown = 20;
    private const int MostRowsOfPage = 500;
    private const int MostFilesOfPage = 10_000;    // Some megabytes.

    internal static Command New()
    {
        var log = new Argument<string>("binlog") { Description = "A binary log, which a build with -bl writes." };
        Option<string?> html = CommandLine.NewOption<string?>(
            "--html", "Also writes one HTML page with a list of all files, which needs no network.", "file");
        Option<string?> markdown = CommandLine.NewOption<string?>("--markdown", "Also writes Markdown.", "file");
        var command = new Command("report", "Shows what a build cloned, what it copied and why, and what would clone more.")
        {
            log, html, markdown,
        };
        command.SetAnswer((parsed, screen, _) => Task.FromResult(
            Run(screen, parsed.GetValue(log)!, parsed.GetValue(html), parsed.GetValue(markdown))));
        return command;
    }

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
            Rows.Write(screen, ReportTables.Of(report, MostRowsOnScreen), report.Notes);
            foreach (string written in new[] { html, markdown }.OfType<string>())
            {
                screen.Line($"Written: {Path.GetFullPath(written)}");
            }
        });
    }

    private static void RefuseToOverwrite(string log, string option, string? file)
    {
        if (File.Exists(file) && File.Exists(log) && FileStatus.OfTarget(file).Identity == FileStatus.OfTarget(log).Identity)
        {
            throw new CommandFailedException($"{option} {file} is the log itself, which would be lost. Name another file.");
        }
    }

    /// <summary>Whether something needs attention: the build failed; or most bytes are not cloned, and a change would help.</summary>
    internal static bool IsWell(CopyReport report) =>
        report.Succeeded
            && (report.Recommendations.Count == 0
                || report.IsEstimate
                || (report.Cloned.Bytes + report.FromCache.Bytes) * 2 >= report.Total.Bytes);

    internal static string AsMarkdown(CopyReport report) =>
        Markdown.Of(report.Summary, [], ReportTables.Of(report, MostRowsOfMarkdown), report.Notes);

    internal static string AsPage(CopyReport report, string logName) => Page.Of(
        $"Copies of {logName}",
        report.Summary,
        [],
        [.. ReportTables.Of(report, MostRowsOfPage), ReportTables.Files(report, MostFilesOfPage)],
        report.Notes);
}
