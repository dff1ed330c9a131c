namespace CopyOnWrite.Tool.Bench;

/// <summary>The options of <c>dotnet cow bench</c>, all checked before anything is copied.</summary>
internal sealed class BenchOptions
{
    internal const int EnoughRounds = 5;

    internal static readonly string[] UsualArms = ["built-in", "built-in-again", "sdk"];

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
        string[] arms = Given("--arm") ?? UsualArms;
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

    /// <summary>Null where the option is not given.</summary>
    private string[]? Given(string option) => _parsed.GetValue<string[]>(option) is { Length: > 0 } values ? values : null;

    private static string Existing(string folder, string what) =>
        Directory.Exists(folder) ? folder : throw new CommandFailedException($"{folder} is not a folder. {what}");
}
