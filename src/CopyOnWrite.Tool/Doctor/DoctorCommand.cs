using System;
using System.Collections.Generic;
using System.CommandLine;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Doctor.Checks;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Output;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Doctor;

/// <summary><c>dotnet cow doctor [repo]</c></summary>
internal static class DoctorCommand
{
    /// <summary>What keeps most files from being cloned first: the first line names the first that needs attention.</summary>
    private static readonly Check[] s_checks =
    [
        ProjectsCheck.Check,
        SwitchCheck.Check,
        PeerCheck.Check,
        ShadowCheck.Check,
        LoadedCheck.Check,
        RegisteredCheck.Check,
        OutputsCheck.Check,
        LinkModeCheck.Check,
        CacheCheck.Check,
        PackagesCheck.Check,
        VersionCheck.Check,
        SystemCopyCheck.Check,
        DevDriveCheck.Check,
        ReferencesCheck.Check,
    ];

    internal static Command New()
    {
        var folder = new Argument<string>("repo")
        {
            Description = "The repository's folder. Default: the current one.",
            DefaultValueFactory = _ => ".",
        };
        var log = new Option<string?>("--binlog")
        {
            Description = "A binary log of a build of the repository: also checks whether it used CopyOnWrite.Sdk's Copy task.",
            HelpName = "file",
        };
        var details = new Option<bool>("--details") { Description = "Also shows what the checks that passed have seen." };
        var fix = new Option<bool>("--fix")
        {
            Description =
                "Does the steps that are safe: adds CopyOnWrite.Sdk or mends its version, in the repository's files, and restores.",
        };
        var dryRun = new Option<bool>("--dry-run") { Description = "With --fix: only shows what it would do." };
        var command = new Command("doctor", "Checks whether a repository's builds clone files, and says why not and what to do.")
        {
            folder,
            log,
            details,
            fix,
            dryRun,
        };
        command.SetAnswer((parsed, screen, cancel) =>
        {
            CheckResult[] Examined() => Examine(parsed.GetValue(folder)!, parsed.GetValue(log), cancel);
            if (!parsed.GetValue(fix) && parsed.GetValue(dryRun))
            {
                throw new BadInputException("--dry-run is for --fix: without it, the doctor changes nothing.");
            }

            string repository = Path.GetFullPath(parsed.GetValue(folder)!);
            return Task.FromResult(parsed.GetValue(fix)
                ? Fix(repository, Examined, parsed.GetValue(dryRun), screen, cancel)
                : Answer(repository, Examined(), parsed.GetValue(details), screen));
        });
        return command;
    }

    private static int Answer(string repository, CheckResult[] results, bool details, Screen screen)
    {
        string summary = DoctorText.Summary(results);
        bool well = IsWell(results);
        if (screen.Json)
        {
            screen.WriteJson(new { summary, repository, well, checks = results });
        }
        else
        {
            DoctorText.Write(screen, summary, well, results, details);
        }

        return well ? ExitCode.Success : ExitCode.NeedsAttention;
    }

    private static int Fix(string repository, Func<CheckResult[]> examine, bool dryRun, Screen screen, CancellationToken cancel)
    {
        FixResult result = new DoctorFix(repository, examine, targets => Restore(repository, targets, cancel)).Run(dryRun);
        bool well = IsWell(result.Checks);
        if (screen.Json)
        {
            screen.WriteJson(new
            {
                summary = FixText.Summary(result, dryRun), repository, well, dryRun, steps = result.Done, result.Left, result.Checks,
            });
        }
        else
        {
            FixText.Write(screen, result, dryRun);
            screen.Line();
            DoctorText.Write(screen, DoctorText.Summary(result.Checks), well, result.Checks, details: false);
        }

        return well ? ExitCode.Success : ExitCode.NeedsAttention;
    }

    /// <summary>The errors; null when all succeeded.</summary>
    private static string? Restore(string repository, IReadOnlyList<string> targets, CancellationToken cancel)
    {
        foreach (string target in targets)
        {
            DotNetResult restored = DotNet.Run(
                repository,
                ["restore", target, "-nologo", "-verbosity:quiet"],
                Environment.GetEnvironmentVariable("NUGET_PACKAGES"),
                timeout: Timeout.InfiniteTimeSpan,
                cancellation: cancel);
            if (!restored.Succeeded)
            {
                return restored.Output.Split('\n').Select(line => line.Trim())
                    .FirstOrDefault(line => line.Contains("error", StringComparison.OrdinalIgnoreCase)) ?? restored.Output.Trim();
            }
        }

        return null;
    }

    private static bool IsWell(IEnumerable<CheckResult> results) =>
        results.All(result => result.Status is CheckStatus.Ok or CheckStatus.Hint);

    private static CheckResult[] Examine(string folder, string? log, CancellationToken cancel) =>
        Examine(new DoctorContext(Repository.Open(folder, cancel), cancel)
        {
            // After the repository, which decides whose MSBuild this process has.
            Log = log is null ? null : LogFile.Read(log),
        });

    internal static CheckResult[] Examine(DoctorContext context)
    {
        CheckResult[] results = [.. s_checks.Where(check => !check.IsOffTopic).Select(check => Run(check, context)).OfType<CheckResult>()];
        return IsWell(results)
            ? [.. results, .. s_checks.Where(check => check.IsOffTopic).Select(check => Run(check, context)).OfType<CheckResult>()]
            : results;
    }

    private static CheckResult? Run(Check check, DoctorContext context)
    {
        context.Cancel.ThrowIfCancellationRequested();
        var clock = Stopwatch.StartNew();
        Finding? finding;
        try
        {
            finding = check.Find(context);
        }
        catch (Exception e) when (e is not (OperationCanceledException or OutOfMemoryException))
        {
            // One question without an answer must not cost the others, whatever it met in the repository.
            string kind = e is IOException or UnauthorizedAccessException ? string.Empty : $"{e.GetType().Name}: ";
            finding = new Finding(CheckStatus.Unknown, $"The check {check.Id} could not be run", kind + e.Message);
        }

        return finding is null ? null
            : new CheckResult(
                check.Id, finding.Title, finding.Status, finding.Detail, Once(finding.Steps), Math.Round(clock.Elapsed.TotalMilliseconds, 1));
    }

    /// <summary>Several projects can need the same step.</summary>
    private static FixStep[] Once(IReadOnlyList<FixStep>? steps) => [.. (steps ?? []).DistinctBy(step => step.Text)];
}
