namespace CopyOnWrite.Tool.Bench;

/// <summary>The options of <c>dotnet cow bench</c>, all checked before anything is copied.</summary>
internal sealed class BenchOptions
{
    internal const int EnoughRounds = 5;

    private static readonly string[] s_usualArms = ["built-in", "built-in-again", "sdk"];

    private static readonly string[] s_allArms = [.. ArmNames.All.Select(arm => arm.Option)];

    private static readonly Option<string[]> s_volumes = CommandLine.NewOption<string[]>(
        "--volume", "A folder on a volume to build on; can be repeated. Default: the repository's volume.", "folder");

    private static readonly Option<string[]> s_arms = CommandLine.NewOption<string[]>(
        "--arm", $"{string.Join(", ", s_allArms)}; can be repeated. Default: {string.Join(", ", s_usualArms)}.")
        .AcceptOnlyFromAmong(s_allArms);

    private static readonly Option<bool> s_noOp = CommandLine.NewOption<bool>(
        "--no-op", "Also times a second build right after each clean one, with nothing to do.");

    private static readonly Option<bool> s_count = CommandLine.NewOption<bool>(
        "--count-files",
        "Adds an untimed build of each arm with a binary log, to count the files that were cloned, from the cache, and copied.");

    private static readonly Option<int?> s_rounds = CommandLine.NewOption<int?>(
        "--rounds", $"Rounds to keep; one more runs first and is dropped. Default: {EnoughRounds}.");

    private static readonly Option<string?> s_packages = CommandLine.NewOption<string?>(
        "--packages", "The package folder of all builds (NUGET_PACKAGES). Default: the user's own.", "folder");

    private static readonly Option<bool> s_onEach = CommandLine.NewOption<bool>(
        "--packages-on-each", "A package folder on each volume, filled by the restore.");

    private static readonly Option<string?> s_version = CommandLine.NewOption<string?>(
        "--sdk-version", $"The version of CopyOnWrite.Sdk to add if the repository has none. Default: {ToolVersion.Current}.");

    private static readonly Option<string?> s_source = CommandLine.NewOption<string?>(
        "--source", "A package source that has CopyOnWrite.Sdk.", "folder or address");

    private static readonly Option<string?> s_project = CommandLine.NewOption<string?>(
        "--project", "The solution or project to build.", "path");

    private static readonly Option<string[]> s_properties = CommandLine.NewOption<string[]>(
        "--property", "NAME=VALUE, a property for every build.", aliases: "-p");

    private static readonly Option<int?> s_seed = CommandLine.NewOption<int?>("--seed", "Seed of the random order.");

    private readonly ParseResult _parsed;

    internal BenchOptions(ParseResult parsed)
    {
        _parsed = parsed;
        Repository = Path.TrimEndingDirectorySeparator(Path.GetFullPath(
            Existing(parsed.GetValue(RepositoryArgument)!, "Name the repository to build.")));
        if (Rounds < 1)
        {
            throw new CommandFailedException($"--rounds is {Rounds}. Ask for {EnoughRounds} or more; fewer only try the command.");
        }

        string? project = parsed.GetValue(s_project);
        string relative = Path.GetRelativePath(Repository, Path.GetFullPath(project ?? ".", Repository));
        if (relative.StartsWith("..", StringComparison.Ordinal) || !Path.Exists(Path.Combine(Repository, relative)))
        {
            throw new CommandFailedException($"--project {project} does not exist in the repository.");
        }

        Seed = parsed.GetValue(s_seed) ?? Random.Shared.Next(1_000_000);
        string[] arms = parsed.GetValue(s_arms) is { Length: > 0 } named ? named : s_usualArms;
        Arms = [.. ArmNames.All.Where(arm => arms.Contains(arm.Option)).Select(arm => arm.Kind)];
        Volumes = parsed.GetValue(s_volumes) is { Length: > 0 } given
            ? [.. given.Select(volume => Existing(volume, "Name one on the volume to measure."))]
            : [Path.GetDirectoryName(Repository) ?? Repository];
        BuildArguments =
        [
            .. project is null ? Array.Empty<string>() : [relative],
            .. (parsed.GetValue(s_properties) ?? []).Select(property => "-p:" + property),
        ];
    }

    internal static Argument<string> RepositoryArgument { get; } = CommandLine.Repository();

    internal static IReadOnlyList<Option> All { get; } =
    [
        s_volumes, s_arms, s_noOp, s_count, s_rounds, s_packages, s_onEach, s_version, s_source, s_project, s_properties, s_seed,
    ];

    internal string Repository { get; }

    internal IReadOnlyList<string> Volumes { get; }

    internal IReadOnlyList<ArmKind> Arms { get; }

    internal int Rounds => _parsed.GetValue(s_rounds) ?? EnoughRounds;

    internal int Seed { get; }

    internal bool TimesNoOp => _parsed.GetValue(s_noOp);

    internal bool CountFiles => _parsed.GetValue(s_count);

    /// <summary>NUGET_PACKAGES; null for the user's own folder.</summary>
    internal string? Packages => _parsed.GetValue(s_packages) is { } folder ? Path.GetFullPath(folder) : null;

    internal bool PackagesOnEach => _parsed.GetValue(s_onEach);

    internal string SdkVersion => _parsed.GetValue(s_version) ?? ToolVersion.Current;

    /// <summary>The folder of CopyOnWrite.Sdk's package, when the repository's sources lack it.</summary>
    internal string? Source => _parsed.GetValue(s_source) is { } from && Directory.Exists(from) ? Path.GetFullPath(from)
        : _parsed.GetValue(s_source);

    /// <summary>The project, without which `dotnet build` finds one, and properties.</summary>
    internal IReadOnlyList<string> BuildArguments { get; }

    private static string Existing(string folder, string what) =>
        Directory.Exists(folder) ? folder : throw new CommandFailedException($"{folder} is not a folder. {what}");
}
