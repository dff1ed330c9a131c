using System.CommandLine;
using System.Globalization;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Bench;

/// <summary><c>dotnet cow bench [REPO]</c> and <c>dotnet cow bench merge FILES...</c></summary>
internal static class BenchCommand
{
    private static readonly Option<string?> s_output = new("--output")
    {
        Description = $"Base name of the results NAME.json, NAME.md and NAME.html. Default: {BenchFiles.UsualName}, "
            + $"or {BenchFiles.UsualName}-2 and so on if that exists.",
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
        var arguments = new BenchArguments();
        var command = new Command("bench", "Builds copies of the repository with and without the SDK, and says which is faster.")
        {
            s_output, s_overwrite, s_failAbove, Merge(),
        };
        arguments.AddTo(command);
        command.SetAnswer((parsed, screen, cancel) =>
        {
            double? failAbove = Percent(parsed.GetValue(s_failAbove));
            return RunAsync(screen, arguments.Read(parsed), ResultName.Of(parsed), failAbove, cancel);
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
        var verdicts = report.Verdicts.Select(verdict =>
            new
            {
                verdict.Words, verdict.Volume, verdict.Kind, verdict.Scenario, verdict.Ratio, verdict.Noise, verdict.Rounds,
                verdict.IsReal,
                smallestVisible = Math.Round(verdict.SmallestVisible, 4),
            });
        return screen.Answer(new { report.Summary, written = written + ".json", verdicts, report.Warnings, result }, well, () =>
        {
            report.WriteTo(screen, well);
            if (slower is not null)
            {
                screen.Line($"That is more than --fail-above allows: {slower.Words}");
            }

            screen.Line($"Every run is in {written}.json, the charts are in {written}.html.");
        });
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
            new(BenchFiles.Choose(parsed.GetValue(s_output), parsed.GetValue(s_overwrite)), parsed.GetValue(s_overwrite));
    }
}
