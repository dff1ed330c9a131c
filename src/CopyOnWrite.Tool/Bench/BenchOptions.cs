namespace CopyOnWrite.Tool.Bench;

/// <summary>The options of <c>dotnet cow bench</c>, all checked before anything is copied.</summary>
internal sealed class BenchOptions
{
    internal const int EnoughRounds = 5;

    private static readonly string[] s_usualArms = ["built-in", "built-in-again", "sdk"];

    private static readonly string[] s_allArms = [.. ArmNames.All.Select(arm => arm.Option)];

    private readonly ParseResult _parsed;

    internal BenchOptions(ParseResult parsed)
    {
        _parsed = parsed;
        Repository = Path.TrimEndingDirectorySeparator(Path.GetFullPath(
            Existing(parsed.GetValue<string>("repo")!, "Name the repository to build.")));
        CommandFailedException.ThrowIf(
            Rounds < 1, $"--rounds is {Rounds}. Ask for {EnoughRounds} or more; fewer only try the command.");
        string? project = parsed.GetValue<string?>("--project");
        string relative = Path.GetRelativePath(Repository, Path.GetFullPath(project ?? ".", Repository));
        CommandFailedException.ThrowIf(
            relative.StartsWith("..", StringComparison.Ordinal) || !Path.Exists(Path.Combine(Repository, relative)),
            $"--project {project} does not exist in the repository.");
        Seed = parsed.GetValue<int?>("--seed") ?? Random.Shared.Next(1_000_000);
        string[] arms = Given("--arm") ?? s_usualArms;
        Arms = [.. ArmNames.All.Where(arm => arms.Contains(arm.Option)).Select(arm => arm.Kind)];
        Volumes = Given("--volume")?.Select(volume => Existing(volume, "Name one on the volume to measure.")).ToArray()
            ?? [Path.GetDirectoryName(Repository) ?? Repository];
        BuildArguments =
        [
            .. project is null ? Array.Empty<string>() : [relative], .. (Given("--property") ?? []).Select(property => "-p:" + property),
        ];
    }

    internal string Repository { get; }

    internal IReadOnlyList<string> Volumes { get; }

    internal IReadOnlyList<ArmKind> Arms { get; }

    internal int Rounds => _parsed.GetValue<int?>("--rounds") ?? EnoughRounds;

    internal int Seed { get; }

    internal bool TimesNoOp => _parsed.GetValue<bool>("--no-op");

    internal bool CountFiles => _parsed.GetValue<bool>("--count-files");

    /// <summary>NUGET_PACKAGES; null for the user's own folder.</summary>
    internal string? Packages => _parsed.GetValue<string?>("--packages") is { } folder ? Path.GetFullPath(folder) : null;

    internal bool PackagesOnEach => _parsed.GetValue<bool>("--packages-on-each");

    internal string SdkVersion => _parsed.GetValue<string?>("--sdk-version") ?? ToolVersion.Current;

    /// <summary>The folder of CopyOnWrite.Sdk's package, when the repository's sources lack it.</summary>
    internal string? Source => _parsed.GetValue<string?>("--source") is var from && Directory.Exists(from) ? Path.GetFullPath(from) : from;

    /// <summary>The project, without which `dotnet build` finds one, and properties.</summary>
    internal IReadOnlyList<string> BuildArguments { get; }

    internal static IEnumerable<Option> New() =>
    [
        CommandLine.NewOption<string[]>(
            "--volume", "A folder on a volume to build on; can be repeated. Default: the repository's volume.", "folder"),
        CommandLine.NewOption<string[]>(
            "--arm", $"{string.Join(", ", s_allArms)}; can be repeated. Default: {string.Join(", ", s_usualArms)}.")
            .AcceptOnlyFromAmong(s_allArms),
        CommandLine.NewOption<bool>("--no-op", "Also times a second build right after each clean one, with nothing to do."),
        CommandLine.NewOption<bool>(
            "--count-files",
            "Adds an untimed build of each arm with a binary log, to count the files that were cloned, from the cache, and copied."),
        CommandLine.NewOption<int?>("--rounds", $"Rounds to keep; one more runs first and is dropped. Default: {EnoughRounds}."),
        CommandLine.NewOption<string?>(
            "--packages", "The package folder of all builds (NUGET_PACKAGES). Default: the user's own.", "folder"),
        CommandLine.NewOption<bool>("--packages-on-each", "A package folder on each volume, filled by the restore."),
        CommandLine.NewOption<string?>(
            "--sdk-version", $"The version of CopyOnWrite.Sdk to add if the repository has none. Default: {ToolVersion.Current}."),
        CommandLine.NewOption<string?>("--source", "A package source that has CopyOnWrite.Sdk.", "folder or address"),
        CommandLine.NewOption<string?>("--project", "The solution or project to build.", "path"),
        CommandLine.NewOption<string[]>("--property", "NAME=VALUE, a property for every build.", aliases: "-p"),
        CommandLine.NewOption<int?>("--seed", "Seed of the random order."),
    ];

    /// <summary>Null where the option is not given.</summary>
    private string[]? Given(string option) => _parsed.GetValue<string[]>(option) is { Length: > 0 } values ? values : null;

    private static string Existing(string folder, string what) =>
        Directory.Exists(folder) ? folder : throw new CommandFailedException($"{folder} is not a folder. {what}");
}
