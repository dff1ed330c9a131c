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

    private static readonly Option<string?> s_output = new("--output")
    {
        Description = $"Base name of the results NAME.json, NAME.md and NAME.html. Default: {BenchOutput.UsualName}, "
            + $"or {BenchOutput.UsualName}-2 and so on if that exists.",
        HelpName = "name",
    };

    private static readonly Option<bool> s_overwrite = new("--overwrite") { Description = "Replaces results of the same name." };

    private static readonly Option<string?> s_failAbove = new("--fail-above")
    {
        Description =
            "Exits with 1 if builds with the SDK are slower than the built-in's by more than this, beyond the noise; for example 3%.",
        HelpName = "percent",
    };

    internal static Command New()
    {
        var repository = new Argument<string>("repo")
        {
            Description = "The repository. Default: the current folder.",
            DefaultValueFactory = _ => ".",
        };
        var volumes = new Option<string[]>("--volume")
        {
            Description = "A folder on a volume to build on; can be repeated. Default: the repository's volume.",
            HelpName = "folder",
        };
        var arms = new Option<string[]>("--arm")
        {
            Description = $"{string.Join(", ", ArmNames.All.Select(arm => arm.Option))}; can be repeated. Default: "
                + $"{string.Join(", ", ArmNames.All.Where(arm => s_usualArms.Contains(arm.Kind)).Select(arm => arm.Option))}.",
        };
        var noOp = new Option<bool>("--no-op") { Description = "Also times a second build after each one, with nothing to do." };
        var count = new Option<bool>("--count-files")
        {
            Description = "Adds an untimed build of each arm with a binary log, to count files: "
                + "how many were cloned, how many of them from the cache, and how many copied.",
        };
        var rounds = new Option<int>("--rounds")
        {
            Description = "Rounds to keep; one more runs first and is dropped.",
            DefaultValueFactory = _ => BenchOptions.EnoughRounds,
        };
        var few = new Option<bool>("--few")
        {
            Description = $"Allows fewer than {BenchOptions.EnoughRounds} rounds, to try the command; the result proves nothing.",
        };
        var packages = new Option<string?>("--packages")
        {
            Description = "The package folder of all builds (NUGET_PACKAGES). Default: the user's own.",
            HelpName = "folder",
        };
        var onEach = new Option<bool>("--packages-on-each") { Description = "A package folder on each volume, filled by the restore." };
        var version = new Option<string>("--sdk-version")
        {
            Description = "The version of CopyOnWrite.Sdk to add if the repository has none.",
            DefaultValueFactory = _ => ToolVersion.Current,
        };
        var source = new Option<string?>("--source")
        {
            Description = "A package source that has CopyOnWrite.Sdk.",
            HelpName = "folder or address",
        };
        var project = new Option<string?>("--project")
        {
            Description = "The solution or project to build.",
            HelpName = "path",
        };
        var properties = new Option<string[]>("--property", "-p") { Description = "NAME=VALUE, a property for every build." };
        var seed = new Option<int?>("--seed") { Description = "Seed of the random order." };
        var command = new Command("bench", "Builds copies of the repository with and without the SDK, and says which is faster.")
        {
            repository, volumes, arms, noOp, count, rounds, few, packages, onEach, version, source, project, properties, seed,
            s_output, s_overwrite, s_failAbove, Merge(),
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
                    + $"Ask for {BenchOptions.EnoughRounds} or more, or add --few to try the command.");
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
            return RunAsync(screen, options, ResultName.Of(parsed), Percent(parsed.GetValue(s_failAbove)), cancel);
        });
        return command;
    }

    private static Command Merge()
    {
        var files = new Argument<string[]>("file") { Description = "Results of `dotnet cow bench`.", Arity = ArgumentArity.OneOrMore };
        var command = new Command("merge", "Merges the results of several machines, volumes or repositories into one report.")
        {
            files, s_output, s_overwrite, s_failAbove,
        };
        command.SetAnswer((parsed, screen, _) =>
        {
            ResultName output = ResultName.Of(parsed);
            BenchResult merged = BenchFiles.Merge(parsed.GetValue(files)!);
            return Task.FromResult(Answer(screen, merged, output, Percent(parsed.GetValue(s_failAbove))));
        });
        return command;
    }

    private static async Task<int> RunAsync(
        Screen screen, BenchOptions options, ResultName output, double? failAbove, CancellationToken cancel)
    {
        using var run = new BenchRun(options);
        return Answer(screen, await run.MeasureAsync(cancel), output, failAbove);
    }

    private static int Answer(Screen screen, BenchResult result, ResultName output, double? failAbove)
    {
        var report = new BenchReport(result);
        Verdict? slower = report.Verdicts.FirstOrDefault(
            verdict => verdict is { Kind: ArmKind.Sdk, IsOfOneVolume: true, IsReal: true } && verdict.Ratio.Value - 1 > failAbove);
        bool well = report.OutputsAreTheSame && slower is null && !result.Volumes.Any(volume => volume.Interrupted);
        string written = BenchFiles.Write(output.Name, result, output.Overwrites);
        if (screen.Json)
        {
            var verdicts = report.Verdicts.Select(verdict =>
                new { verdict.Words, verdict.Volume, verdict.Kind, verdict.Scenario, verdict.Ratio, verdict.Noise, verdict.IsReal });
            screen.WriteJson(new { report.Summary, written = written + ".json", verdicts, result });
        }
        else
        {
            report.WriteTo(screen, well);
            if (slower is not null)
            {
                screen.Line($"That is more than --fail-above allows: {slower.Words}");
            }

            screen.Line($"Every run is in {written}.json, the charts are in {written}.html.");
        }

        return well ? ExitCode.Success : ExitCode.NeedsAttention;
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
                $"Unknown arm {unknown}. The arms are {string.Join(", ", ArmNames.All.Select(arm => arm.Option))}.");
    }

    internal static double? Percent(string? text) =>
        text is null ? null
        : double.TryParse(text.TrimEnd('%', ' '), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double percent)
            && double.IsFinite(percent) ? percent / 100
        : throw new BadInputException($"--fail-above is '{text}', which is not a percentage. Write one such as 3%.");

    /// <summary>Where the results go; chosen before anything is measured.</summary>
    private readonly record struct ResultName(string Name, bool Overwrites)
    {
        internal static ResultName Of(ParseResult parsed) =>
            new(BenchOutput.Choose(parsed.GetValue(s_output), parsed.GetValue(s_overwrite)), parsed.GetValue(s_overwrite));
    }
}
