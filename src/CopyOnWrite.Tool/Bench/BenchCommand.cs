namespace CopyOnWrite.Tool.Bench;

/// <summary><c>dotnet cow bench [REPO]</c></summary>
internal static class BenchCommand
{
    internal static Command New() =>
        new Command("bench", "Builds copies of the repository with and without the package, and says which is faster.")
        {
            CommandLine.Repository(),
            new Option<string>("--output")
            {
                Description = "Base name of the result files NAME.json and NAME.md. If one exists, NAME-2 and so on.",
                HelpName = "name",
                DefaultValueFactory = _ => "cow-bench",
            },
            CommandLine.NewOption<string[]>(
                "--volume", "A folder on a volume to build on; can be repeated. Default: the repository's volume.", "folder"),
            CommandLine.NewOption<string[]>(
                "--arm", $"What to measure: {string.Join(", ", ArmNames.Options)}; can be repeated. "
                    + $"Default: {string.Join(", ", BenchOptions.UsualArms)}.")
                .AcceptOnlyFromAmong(ArmNames.Options),
            CommandLine.NewOption<bool>("--no-op", "Also times a build with nothing to do, right after each clean build."),
            CommandLine.NewOption<int?>(
                "--rounds", $"Rounds to measure; one more runs first and is dropped. Default: {BenchOptions.EnoughRounds}."),
            CommandLine.NewOption<string?>(
                "--packages", "The package folder of all builds (NUGET_PACKAGES). Default: the user's own.", "folder"),
            CommandLine.NewOption<bool>("--packages-on-each", "Uses a package folder on each volume, which the restore fills."),
            CommandLine.NewOption<string?>("--source", "A package source that has CopyOnWrite.Sdk.", "folder or address"),
            CommandLine.NewOption<string?>("--project", "The solution or project to build.", "path"),
            CommandLine.NewOption<string[]>("--property", "A property for every build, as NAME=VALUE.", aliases: "-p"),
        }.SetAnswer(async (parsed, screen, cancel) =>
        {
            using var run = new BenchRun(BenchOptions.Of(parsed));
            return Answer(screen, await run.MeasureAsync(cancel), parsed.GetValue<string>("--output")!);
        });

    internal static int Answer(Screen screen, BenchResult result, string name)
    {
        var report = new BenchReport(result);
        string written = report.WriteFiles(name);
        var json = new { report.Summary, written = written + ".json", report.Verdicts, result };
        return screen.Answer(json, report.Summary, report.OutputsAreTheSame, () =>
        {
            report.WriteTo(screen);
            screen.Line($"Every run is in {written}.json, the report is also in {written}.md.");
        });
    }
}
