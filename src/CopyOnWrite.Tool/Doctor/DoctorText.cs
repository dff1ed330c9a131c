using System;
using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.Output;
using Spectre.Console;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>The checks as text: the answer in the first line, a line for each check, then the details of those that did not pass.</summary>
internal static class DoctorText
{
    internal static string Summary(IReadOnlyList<CheckResult> results)
    {
        CheckResult[] attention = [.. results.Where(result => result.Status == CheckStatus.Attention)];
        CheckResult[] unknown = [.. results.Where(result => result.Status == CheckStatus.Unknown)];
        CheckResult[] hints = [.. results.Where(result => result.Status == CheckStatus.Hint)];
        return attention.Length > 0 ? $"Needs attention: {attention[0].Title}{More(attention.Length - 1)}."
            : unknown.Length > 0 ? $"Unknown: {unknown[0].Title}{More(unknown.Length - 1)}."
            : hints.Length > 0 ? $"OK, with a hint: {hints[0].Title}{More(hints.Length - 1)}."
            : $"OK: {results.FirstOrDefault(result => result.Id == "loaded")?.Title}, and nothing keeps files from being cloned.";
    }

    /// <param name="details">Also of what passed.</param>
    internal static void Write(Screen screen, string summary, bool well, IReadOnlyList<CheckResult> results, bool details)
    {
        screen.Answer(summary, well);
        screen.Line();
        foreach (CheckResult result in results)
        {
            (string mark, Color colour) = Mark(result.Status);
            screen.Paragraph(mark, result.Title, new Style(colour));
        }

        // What is wrong before what could be better; each in the order of the list.
        foreach (CheckResult result in results
            .Where(result => (details || result.Status != CheckStatus.Ok) && (result.Detail.Length > 0 || result.Steps.Count > 0))
            .OrderBy(result => result.Status switch { CheckStatus.Attention or CheckStatus.Unknown => 0, CheckStatus.Hint => 1, _ => 2 }))
        {
            screen.Line();
            (string mark, Color colour) = Mark(result.Status);
            screen.Paragraph(mark, result.Title, new Style(colour, decoration: Decoration.Bold));
            foreach (string fact in Lines(result.Detail))
            {
                screen.Paragraph("   ", fact);
            }

            foreach (FixStep step in result.Steps)
            {
                WriteStep(screen, step);
            }
        }
    }

    internal static void WriteStep(Screen screen, FixStep step)
    {
        if (step is CommandStep or FileEdit { IsNewFile: true })
        {
            // Not wrapped: a command that is broken into lines does not run as it was copied.
            screen.Line($"  > {step.Text}");
        }
        else
        {
            screen.Paragraph("  >", step.Text);
        }
    }

    private static string More(int others) => others == 0 ? string.Empty : $" (and {others} more)";

    private static string[] Lines(string? text) => (text ?? string.Empty).Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private static (string Mark, Color Colour) Mark(CheckStatus status) => status switch
    {
        CheckStatus.Ok => ("[v]", Color.Green),
        CheckStatus.Hint => ("[i]", Color.Blue),
        CheckStatus.Attention => ("[!]", Color.Yellow),
        _ => ("[?]", Color.Grey),
    };
}
