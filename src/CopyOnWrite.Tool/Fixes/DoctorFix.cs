using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json.Serialization;
using CopyOnWrite.Tool.Doctor;

namespace CopyOnWrite.Tool.Fixes;

/// <summary>A step that was done, or in a dry run would be.</summary>
/// <param name="Difference">Of the file's line, with "-" and "+"; empty of a restore.</param>
internal sealed record FixedStep(string Check, string Step, IReadOnlyList<string> Difference);

/// <summary>A step that is left to the user.</summary>
/// <param name="Error">Of one that failed.</param>
internal sealed record LeftStep(string Check, [property: JsonIgnore] FixStep What, LeftReason Reason, string? Error = null)
{
    public string Step => What.Text;
}

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
        for (int pass = 0; pass < MostPasses && !dryRun; pass++)
        {
            CheckResult? next = checks.FirstOrDefault(
                check => IsFixed(check, failed) && !check.Steps.All(step => IsDone(step, done)));
            if (next is null)
            {
                break;
            }

            // The last line first, so that a step does not move the lines of those before it; a restore needs all of them done.
            foreach (FixStep step in next.Steps.Reverse().OrderBy(step => step is RestoreStep))
            {
                Do(next, step, done, failed);
            }

            checks = examine();
        }

        CheckResult[] wouldBeFixed = [.. checks.Where(check => dryRun && IsFixed(check, failed))];
        done.AddRange(wouldBeFixed.SelectMany(check => check.Steps.Select(step => Fixed(check, step))));
        LeftStep[] left = [.. checks.Except(wouldBeFixed).Where(check => check.Status is CheckStatus.Attention or CheckStatus.Unknown)
            .SelectMany(check => check.Steps.Select(step => Left(check, step, failed, done)))];
        return new FixResult(done, left, checks);
    }

    /// <summary>What needs attention, and what is not restored yet, if every step can be done.</summary>
    private bool IsFixed(CheckResult check, Dictionary<string, string> failed) =>
        (check.Status == CheckStatus.Attention || check is { Status: CheckStatus.Hint, Id: "projects" })
        && check.Steps.Count > 0
        && check.Steps.All(step => WhyNot(check, step, failed) == LeftReason.None);

    private LeftReason WhyNot(CheckResult check, FixStep step, Dictionary<string, string> failed) =>
        failed.ContainsKey(step.Text) ? LeftReason.Failed
            : !s_safe.Contains(check.Id) ? LeftReason.Chosen
            : step switch
            {
                FileEdit edit => edit.WhyNot(root),
                RestoreStep => LeftReason.None,
                _ => LeftReason.NeedsPerson,
            };

    private LeftStep Left(CheckResult check, FixStep step, Dictionary<string, string> failed, List<FixedStep> done)
    {
        LeftReason reason = WhyNot(check, step, failed);
        return new LeftStep(
            check.Id,
            step,
            reason != LeftReason.None ? reason : IsDone(step, done) ? LeftReason.DidNotSuffice : LeftReason.OtherStep,
            failed.GetValueOrDefault(step.Text));
    }

    /// <summary>By its text: each examination makes its steps anew.</summary>
    private static bool IsDone(FixStep step, List<FixedStep> done) => done.Any(one => one.Step == step.Text);

    private static FixedStep Fixed(CheckResult check, FixStep step) =>
        new(check.Id, step.Text, step is FileEdit edit ? [.. edit.Difference()] : []);

    private void Do(CheckResult check, FixStep step, List<FixedStep> done, Dictionary<string, string> failed)
    {
        FixedStep asDone = Fixed(check, step);
        string? error = null;
        try
        {
            if (step is FileEdit edit)
            {
                edit.Apply();
            }
            else
            {
                error = restore(((RestoreStep)step).Targets);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            error = e.Message;
        }

        if (error is null)
        {
            done.Add(asDone);
        }
        else
        {
            failed[step.Text] = error.TrimEnd('.');
        }
    }
}
