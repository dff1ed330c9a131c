using CopyOnWrite.Tool.MSBuild;
using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Why;

/// <summary><c>dotnet cow why FILE</c></summary>
internal static class WhyCommand
{
    internal static Command New() =>
        new Command("why", "Says why a file is or is not a clone of what it was copied from, and what would change it.")
        {
            new Argument<string>("file") { Description = "An output, such as bin/Debug/net10.0/App.dll." },
            CommandLine.NewOption<string?>(
                "--log", "The binary log of the build that wrote it: names its source, and the reason.", "file"),
        }.SetAnswer((parsed, screen, _) => Run(parsed.GetValue<string>("file")!, parsed.GetValue<string?>("--log"), screen));

    private static int Run(string path, string? log, Screen screen)
    {
        InputFile.Require(path, "Name an output of a build; `dotnet cow inspect` shows folders.");
        string file = Path.GetFullPath(path);
        FileCopy? logged = log is null ? null : InLog(file, log);
        WhyAnswer answer = WhyAnswer.Of(file, logged, Extents.Read);
        bool well = answer.IsClone == true || answer.Fix is null && answer.IsClone is not null;
        return screen.Answer(answer, answer.Summary, well, () =>
        {
            screen.Lines(answer.Facts.Select(fact => $"- {fact}"));
            screen.Lines(answer.Fix is { } fix ? [$"> {fix}"] : []);
        });
    }

    /// <summary>The last copy to it counts: a later project may replace an earlier one's.</summary>
    private static FileCopy InLog(string file, string log) => new LoggedCopies(LogFile.Read(log)).All
        .LastOrDefault(copy => LoggedCopies.IsPath(copy.To) && Folders.Comparer.Equals(Path.GetFullPath(copy.To), file))
        ?? throw new CommandFailedException(
            $"{log} has no copy to {file}: another task wrote it, or the build found it unchanged. If a Copy makes it, name the log of a "
            + "build after `dotnet clean`.");
}
