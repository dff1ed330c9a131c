using System;
using System.Linq;
using CopyOnWrite.Tool.Doctor;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Fixes;

/// <summary>What <c>--fix</c> did, or would do.</summary>
internal static class FixText
{
    internal static string Summary(FixResult result, bool dryRun) => result.Done.Count == 0
        ? result.Left.Count == 0 ? "Nothing to fix." : $"Nothing that is safe to fix; {Words.Count(result.Left.Count, "step")} left to you."
        : $"{(dryRun ? "Would do" : "Did")} {Words.Count(result.Done.Count, "step")}"
            + (result.Left.Count == 0 ? "." : $"; {Words.Count(result.Left.Count, "step")} left to you.");

    internal static void Write(Screen screen, FixResult result, bool dryRun)
    {
        screen.Answer(Summary(result, dryRun), result.Left.Count == 0);
        foreach (FixedStep step in result.Done)
        {
            screen.Paragraph(dryRun ? "[ ]" : "[v]", step.Step);
            foreach (string line in step.Difference)
            {
                screen.Line($"      {line}");
            }
        }

        foreach (IGrouping<string, LeftStep> same in result.Left.GroupBy(Why, StringComparer.Ordinal))
        {
            screen.Line();
            screen.Paragraph("[!]", $"Left to you, because {same.Key}:");
            foreach (LeftStep step in same)
            {
                DoctorText.WriteStep(screen, step.What);
            }
        }

        if (result.Done.Any(step => step.Difference.Count > 0))
        {
            screen.Line();
            screen.Line(dryRun ? "Without --dry-run it does these, and what comes to light then." : "`git diff` shows what changed.");
        }
    }

    /// <summary>As it stands after "because".</summary>
    private static string Why(LeftStep step) => step.Reason switch
    {
        LeftReason.Chosen => "a person chose this, or it changes something outside of the repository's files",
        LeftReason.OtherStep => "another step of this check cannot be done here",
        LeftReason.OutsideRepository => "the file is outside of the repository",
        LeftReason.FileExists => "the file exists by now",
        LeftReason.FileGone => "the file is gone",
        LeftReason.FileIsLink => "the file is a link",
        LeftReason.FileChanged => "the file has changed",
        LeftReason.TextNotOnce => "the line has that text more than once, or no more",
        LeftReason.Failed => $"it failed: {step.Error}",
        LeftReason.DidNotSuffice => "it was done and did not suffice",
        _ => "this needs a person, or changes more than the repository",
    };
}
