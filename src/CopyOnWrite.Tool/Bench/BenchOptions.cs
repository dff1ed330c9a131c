namespace CopyOnWrite.Tool.Bench;

/// <summary>The options of <c>dotnet cow bench</c>, all checked before anything is copied.</summary>
/// <param name="Packages">NUGET_PACKAGES; null for the user's own folder.</param>
/// <param name="Source">The folder of CopyOnWrite.Sdk's package, when the repository's sources lack it.</param>
/// <param name="BuildArguments">The project, without which `dotnet build` finds one, and properties.</param>
internal sealed record BenchOptions(
    string Repository, IReadOnlyList<string> Volumes, IReadOnlyList<ArmKind> Arms, int Rounds, bool TimesNoOp,
    string? Packages, bool PackagesOnEach, string? Source, IReadOnlyList<string> BuildArguments)
{
    internal const int EnoughRounds = 5;

    internal static readonly string[] UsualArms = ["built-in", "built-in-again", "sdk"];

    internal static BenchOptions Of(ParseResult parsed)
    {
        string repository = Path.TrimEndingDirectorySeparator(Path.GetFullPath(
            Existing(parsed.GetValue<string>("repo")!, "Name the repository to build.")));
        int rounds = parsed.GetValue<int?>("--rounds") ?? EnoughRounds;
        CommandFailedException.ThrowIf(
            rounds < 1, $"--rounds is {rounds}. Ask for {EnoughRounds} or more: fewer rounds only try the command.");
        string? project = parsed.GetValue<string?>("--project");
        string relative = Path.GetRelativePath(repository, Path.GetFullPath(project ?? ".", repository));
        CommandFailedException.ThrowIf(
            relative.StartsWith("..", StringComparison.Ordinal) || !Path.Exists(Path.Combine(repository, relative)),
            $"--project {project} does not exist in the repository.");
        string[] arms = Given("--arm") ?? UsualArms;
        string? source = parsed.GetValue<string?>("--source");
        return new BenchOptions(
            repository,
            Given("--volume")?.Select(volume => Existing(volume, "Name one on the volume to measure.")).ToArray()
                ?? [Path.GetDirectoryName(repository) ?? repository],
            [.. ArmNames.All.Where(arm => arms.Contains(arm.Option)).Select(arm => arm.Kind)],
            rounds,
            parsed.GetValue<bool>("--no-op"),
            parsed.GetValue<string?>("--packages") is { } folder ? Path.GetFullPath(folder) : null,
            parsed.GetValue<bool>("--packages-on-each"),
            Directory.Exists(source) ? Path.GetFullPath(source) : source,
            [
                .. project is null ? Array.Empty<string>() : [relative],
                .. (Given("--property") ?? []).Select(property => "-p:" + property),
            ]);

        string[]? Given(string option) => parsed.GetValue<string[]>(option) is { Length: > 0 } values ? values : null;
    }

    private static string Existing(string folder, string what) =>
        Directory.Exists(folder) ? folder : throw new CommandFailedException($"{folder} is not a folder. {what}");
}
