namespace CopyOnWrite.Tool.Bench;

/// <summary><c>dotnet cow bench [REPO]</c></summary>
internal static class BenchCommand
{
    internal static Command New()
    {
        var command = new Command("bench", "Builds copies of the repository with and without the SDK, and says which is faster.")
        {
            CommandLine.Repository(),
            new Option<string>("--output")
            {
                Description = "Base name of the results NAME.json, NAME.md and NAME.html, or NAME-2 and so on if that exists.",
                HelpName = "name",
                DefaultValueFactory = _ => "cow-bench",
            },
            CommandLine.NewOption<string?>(
                "--fail-above",
                "Exits with 1 if builds with the SDK are slower than with MSBuild's own Copy by more than this, beyond the noise; for "
                    + "example 3%.",
                "percent"),
        };
        foreach (Option option in BenchOptions.New())
        {
            command.Add(option);
        }

        command.SetAnswer(async (parsed, screen, cancel) =>
        {
            double? failAbove = Percent(parsed.GetValue<string?>("--fail-above"));    // Before anything is measured.
            using var run = new BenchRun(new BenchOptions(parsed));
            return Answer(screen, await run.MeasureAsync(cancel), parsed.GetValue<string>("--output")!, failAbove);
        });
        return command;
    }

    internal static int Answer(Screen screen, BenchResult result, string name, double? failAbove)
    {
        var report = new BenchReport(result);
        Verdict? slower = report.Verdicts.FirstOrDefault(
            verdict => verdict is { Kind: ArmKind.Sdk, IsOfOneVolume: true, IsReal: true } && verdict.Ratio.Value - 1 > failAbove);
        bool well = report.OutputsAreTheSame && slower is null;
        string written = report.WriteFiles(name);
        var json = new { report.Summary, written = written + ".json", report.Verdicts, result };
        return screen.Answer(json, report.Summary, well, () =>
        {
            report.WriteTo(screen);
            screen.Lines(slower is null ? [] : [$"That is more than --fail-above allows: {slower.Words}"]);
            screen.Line($"Every run is in {written}.json, the report is also in {written}.md and {written}.html.");
        });
    }

    internal static double? Percent(string? text) =>
        text is null ? null
        : double.TryParse(text.TrimEnd('%', ' '), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double percent)
            && double.IsFinite(percent) ? percent / 100
        : throw new CommandFailedException($"--fail-above is '{text}', which is not a percentage. Write one such as 3%.");
}
