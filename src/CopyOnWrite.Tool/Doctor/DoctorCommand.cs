namespace CopyOnWrite.Tool.Doctor;

/// <summary><c>dotnet cow doctor [repo]</c></summary>
internal static class DoctorCommand
{
    internal static Command New() =>
        new Command("doctor", "Checks whether the builds of a repository clone files. If not, says why, and what to do.")
        {
            CommandLine.Repository(),
            CommandLine.NewOption<bool>("--details", "Also shows the details of checks that passed."),
        }.SetAnswer((parsed, screen, cancel) =>
        {
            var context = new DoctorContext(Repository.Open(parsed.GetValue<string>("repo")!, cancel), cancel);
            Finding[] checks = context.Examine();
            (string summary, bool well) = (DoctorText.Summary(checks), DoctorContext.IsWell(checks));
            object json = new { summary, repository = context.Repository.Folder, well, checks };
            return screen.Answer(json, summary, well, () => DoctorText.Write(screen, checks, parsed.GetValue<bool>("--details")));
        });
}

/// <summary>The checks as text: the answer in the first line, a line for each check, then the details of those that did not pass.</summary>
internal static class DoctorText
{
    private const int MostLines = 6;

    internal static string Summary(IReadOnlyList<Finding> findings)
    {
        return First(CheckStatus.Attention, "Needs attention")
            ?? First(CheckStatus.Unknown, "Unknown")
            ?? First(CheckStatus.Hint, "OK, with a hint")
            ?? $"OK: {findings.FirstOrDefault(finding => finding.Id == "loaded")?.Title}, and "
                + (findings.Any(finding => finding.Id == "outputs") ? "files can be cloned." : "all checks passed.");

        string? First(CheckStatus status, string verdict)
        {
            Finding[] some = [.. findings.Where(finding => finding.Status == status)];
            return some.Length == 0 ? null
                : $"{verdict}: {some[0].Title}"
                    + (some.Length == 1 ? "." : $" (and {Words.Count(some.Length - 1, "more finding")}).");
        }
    }

    internal static void Write(Screen screen, IReadOnlyList<Finding> findings, bool details)
    {
        screen.Line(string.Empty);
        foreach (Finding finding in findings)
        {
            WriteTitle(screen, finding);
        }

        // What is wrong before what could be better; each in the order of the list.
        foreach (Finding finding in findings
            .Where(finding => (details || finding.Status != CheckStatus.Ok) && (finding.Detail.Length > 0 || finding.Fix is not null))
            .OrderBy(finding => finding.Status switch { CheckStatus.Attention or CheckStatus.Unknown => 0, CheckStatus.Hint => 1, _ => 2 }))
        {
            screen.Line(string.Empty);
            WriteTitle(screen, finding);
            WriteSome("    ", finding.Detail.Split('\n', StringSplitOptions.RemoveEmptyEntries));
            WriteSome("  > ", finding.Steps);
        }

        // A repository of 100 projects has as many facts and steps: the answer fits a screen, and JSON has them all.
        void WriteSome(string indent, IReadOnlyList<string> lines)
        {
            int shown = details || lines.Count <= MostLines ? lines.Count : MostLines - 1;
            screen.Lines(lines.Take(shown).Select(line => indent + line));
            screen.Lines(shown < lines.Count ? [$"{indent}... and {lines.Count - shown} more: --details shows them."] : []);
        }
    }

    private static void WriteTitle(Screen screen, Finding finding)
    {
        (string mark, ConsoleColor colour) = finding.Status switch
        {
            CheckStatus.Ok => ("[v]", ConsoleColor.Green),
            CheckStatus.Hint => ("[i]", ConsoleColor.Blue),
            CheckStatus.Attention => ("[!]", ConsoleColor.Yellow),
            _ => ("[?]", ConsoleColor.Gray),
        };
        screen.Line(colour, $"{mark} {finding.Title}");
    }
}
