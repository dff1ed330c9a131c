using System;
using System.CommandLine;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Bench;

/// <summary><c>dotnet cow bench [REPO]</c> and <c>dotnet cow bench merge FILES...</c></summary>
internal static class BenchCommand
{
    private static readonly ArmKind[] s_usualArms = [ArmKind.BuiltIn, ArmKind.BuiltInAgain, ArmKind.Sdk];

    private static readonly Option<string> s_output = new("--output")
    {
        Description = "Where results go: NAME.json, NAME.md and NAME.html. cow-bench unless given.",
        HelpName = "name",
        DefaultValueFactory = _ => "cow-bench",
    };

    private static readonly Option<string?> s_failAbove = new("--fail-above")
    {
        Description = "Ends with 1 when the SDK's builds are slower than the built-in's by more, beyond the noise: 3%.",
        HelpName = "percent",
    };

    internal static Command New()
    {
        var repository = new Argument<string>("repo")
        {
            Description = "The repository; the current folder unless given.",
            DefaultValueFactory = _ => ".",
        };
        var volumes = new Option<string[]>("--volume")
        {
            Description = "A folder on a volume to build on; may be given several times. The repository's own unless given.",
            HelpName = "folder",
        };
        var arms = new Option<string[]>("--arm")
        {
            Description = $"{string.Join(", ", ArmNames.All.Select(arm => arm.Option))}; may be given several times. "
                + $"{string.Join(", ", ArmNames.All.Where(arm => s_usualArms.Contains(arm.Kind)).Select(arm => arm.Option))} unless given.",
        };
        var noOp = new Option<bool>("--no-op") { Description = "After each build times a second one, which finds nothing to do." };
        var count = new Option<bool>("--count-files")
        {
            Description = "One more build of each arm, with a binary log, that is not timed: "
                + "how many files were cloned, how many of them from the cache, and how many copied.",
        };
        var rounds = new Option<int>("--rounds")
        {
            Description = "Rounds that are kept; one more is run first and dropped.",
            DefaultValueFactory = _ => BenchOptions.EnoughRounds,
        };
        var few = new Option<bool>("--few")
        {
            Description = $"Allows fewer than {BenchOptions.EnoughRounds} rounds, which prove nothing: to try it out.",
        };
        var packages = new Option<string?>("--packages")
        {
            Description = "The package folder of all builds (NUGET_PACKAGES). The user's own unless given.",
            HelpName = "folder",
        };
        var onEach = new Option<bool>("--packages-on-each") { Description = "A package folder on each volume, filled by the restore." };
        var version = new Option<string>("--sdk-version")
        {
            Description = "The CopyOnWrite.Sdk to bring in where the repository has none.",
            DefaultValueFactory = _ => ToolVersion.Current,
        };
        var source = new Option<string?>("--source") { Description = "A package source that has it.", HelpName = "folder or address" };
        var project = new Option<string?>("--project")
        {
            Description = "What is built: a solution or project in the repository.",
            HelpName = "path",
        };
        var properties = new Option<string[]>("--property", "-p") { Description = "NAME=VALUE for every build." };
        var seed = new Option<int?>("--seed") { Description = "Of the random order." };
        var command = new Command("bench", "Builds the repository with and without the SDK, in copies, and says which is faster.")
        {
            repository, volumes, arms, noOp, count, rounds, few, packages, onEach, version, source, project, properties, seed,
            s_output, s_failAbove, Merge(),
        };
        command.SetAnswer((parsed, screen, cancel) =>
        {
            string root = parsed.GetValue(repository)!;
            int kept = parsed.GetValue(rounds);
            if (!Directory.Exists(root))
            {
                throw new BadInputException($"{root} is not a folder. Name the repository to build.");
            }

            if (kept < 1 || (kept < BenchOptions.EnoughRounds && !parsed.GetValue(few)))
            {
                throw new BadInputException(
                    $"{kept} rounds are too few to tell a difference. "
                    + $"Ask for {BenchOptions.EnoughRounds} or more, or add --few to try it out.");
            }

            string[] given = parsed.GetValue(volumes) ?? [];
            var options = new BenchOptions(
                Path.GetFullPath(root),
                given.Length > 0 ? given : [Path.GetDirectoryName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(root)))!],
                Arms(parsed.GetValue(arms) ?? []),
                kept,
                parsed.GetValue(seed) ?? Random.Shared.Next(1_000_000),
                parsed.GetValue(noOp),
                parsed.GetValue(count),
                parsed.GetValue(packages) is { } folder ? Path.GetFullPath(folder) : Environment.GetEnvironmentVariable("NUGET_PACKAGES"),
                parsed.GetValue(onEach),
                parsed.GetValue(version)!,
                parsed.GetValue(source) is { } from && Directory.Exists(from) ? Path.GetFullPath(from) : parsed.GetValue(source),
                parsed.GetValue(project),
                parsed.GetValue(properties) ?? []);
            return RunAsync(screen, options, parsed.GetValue(s_output)!, Percent(parsed.GetValue(s_failAbove)), cancel);
        });
        return command;
    }

    private static Command Merge()
    {
        var files = new Argument<string[]>("file") { Description = "Results of `dotnet cow bench`.", Arity = ArgumentArity.OneOrMore };
        var command = new Command("merge", "Makes one report of several results: of several machines, volumes or repositories.")
        {
            files, s_output, s_failAbove,
        };
        command.SetAnswer((parsed, screen, _) =>
        {
            BenchResult merged = BenchFiles.Merge(parsed.GetValue(files)!);
            return Task.FromResult(Answer(screen, merged, parsed.GetValue(s_output)!, Percent(parsed.GetValue(s_failAbove))));
        });
        return command;
    }

    private static async Task<int> RunAsync(Screen screen, BenchOptions options, string output, double? failAbove, CancellationToken cancel)
    {
        using var run = new BenchRun(options);
        return Answer(screen, await run.MeasureAsync(cancel), output, failAbove);
    }

    private static int Answer(Screen screen, BenchResult result, string output, double? failAbove)
    {
        var report = new BenchReport(result);
        Verdict? slower = report.Verdicts.FirstOrDefault(
            verdict => verdict is { Kind: ArmKind.Sdk, IsOfOneVolume: true, IsReal: true } && verdict.Ratio.Value - 1 > failAbove);
        bool well = report.OutputsAreTheSame && slower is null && !result.Volumes.Any(volume => volume.Interrupted);
        BenchFiles.Write(output, result);
        if (screen.Json)
        {
            var verdicts = report.Verdicts.Select(verdict =>
                new { verdict.Words, verdict.Volume, verdict.Kind, verdict.Scenario, verdict.Ratio, verdict.Noise, verdict.IsReal });
            screen.WriteJson(new { report.Summary, verdicts, result });
        }
        else
        {
            report.WriteTo(screen, well);
            if (slower is not null)
            {
                screen.Line($"That is more than --fail-above allows: {slower.Words}");
            }

            screen.Line($"Every run is in {output}.json, the charts are in {output}.html.");
        }

        return well ? ExitCode.Well : ExitCode.NeedsAttention;
    }

    private static ArmKind[] Arms(string[] names)
    {
        if (names.Length == 0)
        {
            return s_usualArms;
        }

        string? unknown = names.FirstOrDefault(name => ArmNames.All.All(arm => arm.Option != name));
        return unknown is null
            ? [.. ArmNames.All.Where(arm => names.Contains(arm.Option)).Select(arm => arm.Kind)]
            : throw new BadInputException(
                $"There is no arm {unknown}. There are {string.Join(", ", ArmNames.All.Select(arm => arm.Option))}.");
    }

    internal static double? Percent(string? text) =>
        text is null ? null
        : double.TryParse(text.TrimEnd('%', ' '), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double percent)
            && double.IsFinite(percent) ? percent / 100
        : throw new BadInputException($"--fail-above is {text}. A percentage is meant, such as 3%.");
}
