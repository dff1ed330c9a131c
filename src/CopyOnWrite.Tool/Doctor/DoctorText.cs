using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.Output;
using Spectre.Console;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>The checks as text: the answer in the first line, a line for each check, then the details of those that did not pass.</summary>
internal static class DoctorText
{
    internal static string Summary(IReadOnlyList<CheckResult> results)
    {
        return First(CheckStatus.Attention, "Needs attention")
            ?? First(CheckStatus.Unknown, "Unknown")
            ?? First(CheckStatus.Hint, "OK, with a hint")
            ?? $"OK: {results.FirstOrDefault(result => result.Id == "loaded")?.Title}, and nothing keeps files from being cloned.";

        string? First(CheckStatus status, string verdict)
        {
            CheckResult[] some = [.. results.Where(result => result.Status == status)];
            return some.Length == 0 ? null
                : $"{verdict}: {some[0].Title}{(some.Length == 1 ? string.Empty : $" (and {some.Length - 1} more)")}.";
        }
    }

    /// <param name="details">Also of what passed.</param>
    internal static void Write(Screen screen, IReadOnlyList<CheckResult> results, bool details)
    {
        screen.Answer(Summary(results), Examination.IsWell(results));
        screen.Line();
        foreach (CheckResult result in results)
        {
            WriteTitle(screen, result, Decoration.None);
        }

        // What is wrong before what could be better; each in the order of the list.
        foreach (CheckResult result in results
            .Where(result => (details || result.Status != CheckStatus.Ok) && (result.Detail.Length > 0 || result.Fix is not null))
            .OrderBy(result => result.Status switch { CheckStatus.Attention or CheckStatus.Unknown => 0, CheckStatus.Hint => 1, _ => 2 }))
        {
            screen.Line();
            WriteTitle(screen, result, Decoration.Bold);
            foreach (string fact in result.Detail.Split('\n', StringSplitOptions.RemoveEmptyEntries))
            {
                screen.Paragraph("   ", fact);
            }

            foreach (FixStep step in result.Finding.Steps)
            {
                if (step is CommandStep)
                {
                    // Not wrapped: a command that is broken into lines does not run as it was copied.
                    screen.Line($"  > {step.Text}");
                }
                else
                {
                    screen.Paragraph("  >", step.Text);
                }
            }
        }
    }

    private static void WriteTitle(Screen screen, CheckResult result, Decoration decoration)
    {
        (string mark, Color colour) = result.Status switch
        {
            CheckStatus.Ok => ("[v]", Color.Green),
            CheckStatus.Hint => ("[i]", Color.Blue),
            CheckStatus.Attention => ("[!]", Color.Yellow),
            _ => ("[?]", Color.Grey),
        };
        screen.Paragraph(mark, result.Title, new Style(colour, decoration: decoration));
    }
}
