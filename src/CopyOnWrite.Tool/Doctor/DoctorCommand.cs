using System;
using System.CommandLine;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Tool.Doctor.Checks;
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
        var command = new Command("doctor", "Checks whether a repository's builds clone files, and says why not and what to do.")
        {
            folder,
            log,
        };
        command.SetAnswer((parsed, screen, cancel) => Task.FromResult(Run(parsed.GetValue(folder)!, parsed.GetValue(log), screen, cancel)));
        return command;
    }

    private static int Run(string folder, string? log, Screen screen, CancellationToken cancel)
    {
        var context = new DoctorContext(Repository.Open(folder, cancel), cancel)
        {
            // After the repository, which decides whose MSBuild this process has.
            Log = log is null ? null : LogFile.Read(log),
        };
        CheckResult[] results = Examine(context);
        string summary = DoctorText.Summary(results);
        bool well = results.All(result => result.Status is CheckStatus.Ok or CheckStatus.Hint);
        if (screen.Json)
        {
            screen.WriteJson(new { summary, repository = context.Repository.Folder, well, checks = results });
        }
        else
        {
            DoctorText.Write(screen, summary, well, results);
        }

        return well ? ExitCode.Success : ExitCode.NeedsAttention;
    }

    internal static CheckResult[] Examine(DoctorContext context) =>
        [.. s_checks.Select(check => Run(check, context)).OfType<CheckResult>()];

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
                check.Id, finding.Title, finding.Status, finding.Detail, finding.Fix, Math.Round(clock.Elapsed.TotalMilliseconds, 1));
    }
}
