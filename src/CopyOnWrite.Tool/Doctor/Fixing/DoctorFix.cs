using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor.Fixing;

/// <summary>A step that was done, or in a dry run would be.</summary>
/// <param name="Difference">Of the file's line, with "-" and "+"; empty of a restore.</param>
internal sealed record FixedStep(string Check, string Step, IReadOnlyList<string> Difference);

/// <summary>A step that is left to the user.</summary>
internal sealed record LeftStep(string Check, string Step, string Why);

/// <param name="Checks">What the doctor finds afterwards; in a dry run, what it found.</param>
internal sealed record FixResult(IReadOnlyList<FixedStep> Done, IReadOnlyList<LeftStep> Left, IReadOnlyList<CheckResult> Checks);

/// <summary>
/// <c>dotnet cow doctor --fix</c>: follows the steps of checks that only bring CopyOnWrite.Sdk in, or restore packages, in files of the
/// repository. Not what a person chose (links, DisableCopyOnWrite, another Copy task), and nothing that deletes or is outside of it.
/// </summary>
/// <param name="root">The repository's folder.</param>
/// <param name="examine">Finds out anew.</param>
/// <param name="restore">Restores these solutions or projects, and answers with the errors; null when it succeeded.</param>
internal sealed class DoctorFix(string root, Func<CheckResult[]> examine, Func<IReadOnlyList<string>, string?> restore)
{
    // A step may uncover another: the line, then its version, then a restore.
    private const int MostPasses = 5;

    private static readonly string[] s_safe = ["projects", "peer", "loaded", "version"];

    internal FixResult Run(bool dryRun)
    {
        var done = new List<FixedStep>();
        var failed = new Dictionary<string, string>(StringComparer.Ordinal);
        CheckResult[] checks = examine();
        for (int pass = 0; pass < MostPasses; pass++)
        {
            CheckResult? next = checks.FirstOrDefault(check =>
                Steps(check).Length > 0 && Steps(check).All(step => WhyNot(check, step, failed) is null));
            if (next is null || dryRun)
            {
                break;
            }

            // The last first: a step does not move the lines of those before it.
            foreach (string step in Steps(next).Reverse())
            {
                Do(next, step, done, failed);
            }

            checks = examine();
        }

        foreach (CheckResult check in dryRun ? checks : [])
        {
            if (Steps(check).All(step => WhyNot(check, step, failed) is null))
            {
                done.AddRange(Steps(check).Select(step => new FixedStep(check.Id, step, DifferenceOf(step))));
            }
        }

        HashSet<string> taken = [.. dryRun ? done.Select(step => step.Step) : []];
        LeftStep[] left = [.. checks.Where(check => check.Status is CheckStatus.Attention or CheckStatus.Unknown)
            .SelectMany(check => StepsOf(check).Where(step => !taken.Contains(step)).Select(step => new LeftStep(
                check.Id, step, WhyNot(check, step, failed) ?? "another step of this check cannot be done here")))];
        return new FixResult(done, left, checks);
    }

    /// <summary>Of the checks that are fixed: what needs attention, and what is not restored yet.</summary>
    private static string[] Steps(CheckResult check) =>
        check.Status == CheckStatus.Attention || check is { Status: CheckStatus.Hint, Id: "projects" } ? StepsOf(check) : [];

    private static string[] StepsOf(CheckResult check) => (check.Fix ?? string.Empty).Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private static string[] DifferenceOf(string step) => FileEdit.Parse(step) is { } edit ? [.. edit.Difference()] : [];

    private string? WhyNot(CheckResult check, string step, Dictionary<string, string> failed) =>
        failed.TryGetValue(step, out string? error) ? error
            : !s_safe.Contains(check.Id) ? "a person chose this, or it changes something outside of the repository's files"
            : FileEdit.Parse(step) is { } edit ? edit.WhyNot(root)
            : RestoredBy(step) is not null ? null
            : "this needs a person, or changes more than the repository";

    private void Do(CheckResult check, string step, List<FixedStep> done, Dictionary<string, string> failed)
    {
        string[] difference = DifferenceOf(step);
        string? error = null;
        try
        {
            if (FileEdit.Parse(step) is { } edit)
            {
                edit.Apply();
            }
            else
            {
                error = restore(RestoredBy(step)!);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            error = e.Message;
        }

        if (error is null)
        {
            done.Add(new FixedStep(check.Id, step, difference));
        }
        else
        {
            failed[step] = $"it failed: {error.TrimEnd('.')}";
        }
    }

    /// <summary>What the step's commands restore; null where they do anything else.</summary>
    private static string[]? RestoredBy(string step)
    {
        const string Restore = "dotnet restore ";
        string[] commands = step.StartsWith("Run: ", StringComparison.Ordinal) ? ShellText.Commands(step["Run: ".Length..]) : [];
        string?[] targets = [.. commands.Select(command =>
            command.StartsWith(Restore, StringComparison.Ordinal) ? ShellText.ParseArgument(command[Restore.Length..]) : null)];
        return targets.Length > 0 && targets.All(target => target is not null) ? [.. targets.OfType<string>()] : null;
    }
}
