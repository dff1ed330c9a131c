using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Report;

/// <summary><c>dotnet cow report BINLOG</c></summary>
internal static class ReportCommand
{
    private const int MostRowsOnScreen = 10;

    internal static Command New()
    {
        var log = new Argument<string[]>("binlog")
        {
            Description = "A binary log, which a build with -bl writes; or two of them, to compare.",
            Arity = new ArgumentArity(1, 2),
        };
        var html = new Option<string?>("--html")
        {
            Description = "Also writes one HTML page with charts, which needs no network.",
            HelpName = "file",
        };
        var markdown = new Option<string?>("--markdown") { Description = "Also writes Markdown.", HelpName = "file" };
        var command = new Command("report", "Shows what a build cloned, what it copied and why, and what would clone more.")
        {
            log,
            html,
            markdown,
        };
        command.SetAnswer((parsed, screen, _) => Task.FromResult(parsed.GetValue(log) is [var first, var second]
            ? Compare(screen, first, second, parsed.GetValue(html) ?? parsed.GetValue(markdown))
            : Run(screen, parsed.GetValue(log)![0], parsed.GetValue(html), parsed.GetValue(markdown))));
        return command;
    }

    private static int Compare(Screen screen, string first, string second, string? file)
    {
        if (file is not null)
        {
            throw new BadInputException("A comparison of two logs has no --html and no --markdown. --json has all of it.");
        }

        var comparison = ReportComparison.Of(ReportMaker.Of(LogFile.Read(first)), ReportMaker.Of(LogFile.Read(second)));
        bool well = comparison is { Before.Succeeded: true, After.Succeeded: true };
        if (screen.Json)
        {
            screen.WriteJson(comparison);
        }
        else
        {
            screen.Answer(comparison.Summary, well);
            WriteTables(screen, comparison.Tables(MostRowsOnScreen), comparison.Notes);
        }

        return well ? ExitCode.Success : ExitCode.NeedsAttention;
    }

    private static int Run(Screen screen, string path, string? html, string? markdown)
    {
        RefuseToOverwrite(path, "--html", html);
        RefuseToOverwrite(path, "--markdown", markdown);
        CopyReport report = ReportMaker.Of(LogFile.Read(path));
        bool well = IsWell(report);
        if (html is not null)
        {
            OutputFile.Write(html, ReportPage.Of(report, Path.GetFileName(path)));
        }

        if (markdown is not null)
        {
            OutputFile.Write(markdown, ReportMarkdown.Of(report));
        }

        if (screen.Json)
        {
            screen.WriteJson(report);
        }
        else
        {
            screen.Answer(report.Summary, well);
            WriteTables(screen, ReportTable.Of(report, MostRowsOnScreen), report.Notes);
            foreach (string written in new[] { html, markdown }.OfType<string>())
            {
                screen.Line($"Written: {Path.GetFullPath(written)}");
            }
        }

        return well ? ExitCode.Success : ExitCode.NeedsAttention;
    }

    private static void RefuseToOverwrite(string log, string option, string? file)
    {
        if (File.Exists(file) && File.Exists(log) && FileStatus.OfTarget(file).Identity == FileStatus.OfTarget(log).Identity)
        {
            throw new BadInputException($"{option} {file} is the log itself, which would be lost. Name another file.");
        }
    }

    /// <summary>What needs attention: the build failed; or most bytes are no clones, and something would help.</summary>
    internal static bool IsWell(CopyReport report) =>
        report.Succeeded
            && (report.Recommendations.Count == 0
                || report.IsEstimate
                || (report.Cloned.Bytes + report.FromCache.Bytes) * 2 >= report.Total.Bytes);

    private static void WriteTables(Screen screen, IEnumerable<ReportTable> tables, IEnumerable<string> notes)
    {
        foreach (ReportTable table in tables)
        {
            if (table.Rows.Count == 0)
            {
                continue;
            }

            screen.Line();
            screen.Line(table.Title);
            Rows.Write(screen, table.Headings, table.Rows);
            if (table.Left > 0)
            {
                screen.Line($"... and {table.Left} more; --json has them.");
            }
        }

        foreach (string note in notes)
        {
            screen.Paragraph("-", note);
        }
    }
}
