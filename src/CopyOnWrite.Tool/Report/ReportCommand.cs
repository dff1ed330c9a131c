namespace CopyOnWrite.Tool.Report;

/// <summary>The findings that end the command with exit code 1.</summary>
internal enum FailOn
{
    /// <summary>A file with several writers, or one that was copied while it was written.</summary>
    Writers,

    /// <summary>An error or a warning because of a file.</summary>
    Errors,

    /// <summary>Nothing.</summary>
    None,
}

/// <summary><c>dotnet cow report BINLOG...</c></summary>
internal static class ReportCommand
{
    private const int MostRowsOnScreen = 10;
    private const int MostRowsOfMarkdown = 20;

    internal static Command New()
    {
        var logs = new Argument<string[]>("binlog")
        {
            Description = "A binary log (`dotnet build -bl` writes msbuild.binlog), or the logs of commands that ran at the same time.",
            Arity = ArgumentArity.OneOrMore,
        };
        Option<string?> markdown = CommandLine.NewOption<string?>("--markdown", "Also writes the report to a Markdown file.", "file");
        Option<string> failOn = CommandLine.NewOption<string>("--fail-on", "Which findings end the command with exit code 1.", "what")
            .AcceptOnlyFromAmong("writers", "errors", "none");
        failOn.DefaultValueFactory = _ => "writers";
        Option<string?> baseline = CommandLine.NewOption<string?>(
            "--baseline", "A file that lists accepted writers, which the report leaves out.", "file");
        Option<bool> accept = CommandLine.NewOption<bool>(
            "--accept", "Accepts all writers that the report finds: writes the --baseline file.");
        Option<bool> annotations = CommandLine.NewOption<bool>("--annotations", "Also prints GitHub annotations for the project files.");
        return new Command(
            "report", "Shows which projects or commands wrote the same file, what was compiled and why, and what was cloned.")
        {
            logs, markdown, failOn, baseline, accept, annotations,
        }.SetAnswer((parsed, screen, _) => Run(
            screen, parsed.GetValue(logs)!, parsed.GetValue(markdown), Enum.Parse<FailOn>(parsed.GetValue(failOn)!, ignoreCase: true),
            parsed.GetValue(baseline), parsed.GetValue(accept), parsed.GetValue(annotations)));
    }

    private static int Run(
        Screen screen, string[] paths, string? markdown, FailOn failOn, string? baseline, bool accept, bool annotations)
    {
        CommandFailedException.ThrowIf(accept && baseline is null, "--accept writes a file. Name the file with --baseline.");
        RefuseToOverwrite(paths, "--markdown", markdown);
        CopyReport report = CopyReport.Of(LogFile.ReadAll(paths));
        if (accept)
        {
            RefuseToOverwrite(paths, "--baseline", baseline);
            OutputFile.Write(baseline!, Baseline.Of(report.Conflicts));
        }

        report = baseline is null ? report : report.Without(baseline);
        if (markdown is not null)
        {
            OutputFile.Write(markdown, AsMarkdown(report));
        }

        return screen.Answer(report, report.Summary, !Found(report.Conflicts, failOn), () =>
        {
            Rows.Write(screen, ReportTables.Of(report, MostRowsOnScreen), report.Notes);
            screen.Lines(new[] { markdown, accept ? baseline : null }.OfType<string>()
                .Select(written => $"Written: {Path.GetFullPath(written)}"));
            screen.Lines(annotations ? Annotations.Of(report, Environment.CurrentDirectory) : []);
        });
    }

    private static void RefuseToOverwrite(string[] logs, string option, string? file) => CommandFailedException.ThrowIf(
        file is not null && FileCloner.Shared.Platform.TryStat(file, out FileStat there) && Array.Exists(
            logs, log => FileCloner.Shared.Platform.TryStat(log, out FileStat read) && there.IsSameAs(read)),
        $"{option} {file} would overwrite the log. Name another file.");

    internal static bool Found(FileConflicts conflicts, FailOn failOn) => failOn switch
    {
        FailOn.Writers => conflicts.AnyWriters,
        FailOn.Errors => conflicts.AnyErrors,
        _ => false,
    };

    internal static string AsMarkdown(CopyReport report) =>
        Markdown.Of(report.Summary, [], ReportTables.Of(report, MostRowsOfMarkdown), report.Notes);
}
