using System.CommandLine;

namespace CopyOnWrite.Tool.Bench;

/// <summary>The options of <c>dotnet cow bench</c>, and what they make of it. All is checked before anything is copied.</summary>
internal sealed class BenchArguments
{
    private static readonly ArmKind[] s_usualArms = [ArmKind.BuiltIn, ArmKind.BuiltInAgain, ArmKind.Sdk];

    private readonly Argument<string> _repository = new("repo")
    {
        Description = "The repository. Default: the current folder.",
        DefaultValueFactory = _ => ".",
    };

    private readonly Option<string[]> _volumes = new("--volume")
    {
        Description = "A folder on a volume to build on; can be repeated. Default: the repository's volume.",
        HelpName = "folder",
    };

    private readonly Option<string[]> _arms = new("--arm")
    {
        Description = $"{string.Join(", ", ArmNames.All.Select(arm => arm.Option))}; can be repeated. Default: "
            + $"{string.Join(", ", ArmNames.All.Where(arm => s_usualArms.Contains(arm.Kind)).Select(arm => arm.Option))}.",
    };

    private readonly Option<string[]> _scenarios = new("--scenario")
    {
        Description = $"What is timed besides clean builds: {Scenarios.Options}; can be repeated, or have several with commas. "
            + "no-op: a second build with nothing to do; one-file: one after a change of one source file; cold-cache: an arm "
            + "whose cross-volume cache is deleted before each build.",
        HelpName = "name",
    };

    private readonly Option<bool> _noOp = new("--no-op") { Description = "The same as --scenario no-op." };

    private readonly Option<string?> _changed = new("--change-file")
    {
        Description = "The source file that --scenario one-file changes. Default: one of the project that most others refer to.",
        HelpName = "file",
    };

    private readonly Option<string?> _command = new("--command")
    {
        Description = "A command line to time instead of `dotnet build --no-restore`, such as 'dotnet publish -c Release'.",
        HelpName = "line",
    };

    private readonly Option<bool> _count = new("--count-files")
    {
        Description = "Adds an untimed build of each arm with a binary log, to count files: "
            + "how many were cloned, how many of them from the cache, and how many copied.",
    };

    private readonly Option<int> _rounds = new("--rounds")
    {
        Description = "Rounds to keep; one more runs first and is dropped.",
        DefaultValueFactory = _ => BenchOptions.EnoughRounds,
    };

    private readonly Option<bool> _few = new("--few")
    {
        Description = $"Allows fewer than {BenchOptions.EnoughRounds} rounds, to try the command; the result proves nothing.",
    };

    private readonly Option<string?> _packages = new("--packages")
    {
        Description = "The package folder of all builds (NUGET_PACKAGES). Default: the user's own.",
        HelpName = "folder",
    };

    private readonly Option<bool> _onEach = new("--packages-on-each")
    {
        Description = "A package folder on each volume, filled by the restore.",
    };

    private readonly Option<string> _version = new("--sdk-version")
    {
        Description = "The version of CopyOnWrite.Sdk to add if the repository has none.",
        DefaultValueFactory = _ => ToolVersion.Current,
    };

    private readonly Option<string?> _source = new("--source")
    {
        Description = "A package source that has CopyOnWrite.Sdk.",
        HelpName = "folder or address",
    };

    private readonly Option<string?> _project = new("--project") { Description = "The solution or project to build.", HelpName = "path" };

    private readonly Option<string[]> _properties = new("--property", "-p") { Description = "NAME=VALUE, a property for every build." };

    private readonly Option<int?> _seed = new("--seed") { Description = "Seed of the random order." };

    internal void AddTo(Command command)
    {
        _arms.AcceptOnlyFromAmong([.. ArmNames.All.Select(arm => arm.Option)]);
        command.Add(_repository);
        foreach (Option option in (Option[])[
            _volumes, _arms, _scenarios, _noOp, _changed, _command, _count, _rounds, _few, _packages, _onEach, _version, _source, _project,
            _properties, _seed,
        ])
        {
            command.Add(option);
        }
    }

    internal BenchOptions Read(ParseResult parsed)
    {
        string root = parsed.GetValue(_repository)!;
        if (!Directory.Exists(root))
        {
            throw new BadInputException($"{root} is not a folder. Name the repository to build.");
        }

        int rounds = parsed.GetValue(_rounds);
        if (rounds < 1 || (rounds < BenchOptions.EnoughRounds && !parsed.GetValue(_few)))
        {
            throw new BadInputException(
                $"{rounds} rounds are too few to tell a difference. "
                + $"Ask for {BenchOptions.EnoughRounds} or more, or add --few to try the command.");
        }

        string repository = Path.TrimEndingDirectorySeparator(Path.GetFullPath(root));
        string? command = parsed.GetValue(_command);
        RefuseBesideCommand(parsed, command);
        (HashSet<Scenario> scenarios, ArmKind[] more) =
            Scenarios.Parse([.. parsed.GetValue(_scenarios) ?? [], .. parsed.GetValue(_noOp) ? ["no-op"] : Array.Empty<string>()]);
        string[] named = parsed.GetValue(_arms) ?? [];
        IEnumerable<ArmKind> chosen = ArmNames.All
            .Where(arm => named.Length > 0 ? named.Contains(arm.Option) : s_usualArms.Contains(arm.Kind))
            .Select(arm => arm.Kind);
        ArmKind[] arms = [.. chosen.Union(more).Order()];
        string[] volumes = parsed.GetValue(_volumes) is { Length: > 0 } given ? given : [Path.GetDirectoryName(repository) ?? repository];
        if (volumes.FirstOrDefault(volume => !Directory.Exists(volume)) is { } missing)
        {
            throw new BadInputException($"{missing} is not a folder. Name one on the volume to measure.");
        }

        var target = BenchTarget.Find(repository, parsed.GetValue(_project), ofCommand: command is not null);
        if (arms.Contains(ArmKind.SdkAsPackage))
        {
            SdkLine.RequirePlaceForPackage(target);
        }

        return new BenchOptions(
            repository,
            volumes,
            arms,
            rounds,
            parsed.GetValue(_seed) ?? Random.Shared.Next(1_000_000),
            scenarios,
            parsed.GetValue(_count),
            parsed.GetValue(_packages) is { } folder ? Path.GetFullPath(folder) : Environment.GetEnvironmentVariable("NUGET_PACKAGES"),
            parsed.GetValue(_onEach),
            parsed.GetValue(_version)!,
            parsed.GetValue(_source) is { } from && Directory.Exists(from) ? Path.GetFullPath(from) : parsed.GetValue(_source),
            target,
            parsed.GetValue(_properties) ?? [],
            command,
            scenarios.Contains(Scenario.OneFile) ? ChangedFile.Choose(target, parsed.GetValue(_changed)) : null);
    }

    private void RefuseBesideCommand(ParseResult parsed, string? command)
    {
        string? useless = command is null ? null
            : parsed.GetValue(_count) ? "--count-files is for `dotnet build`, which it gives a binary log."
            : parsed.GetValue(_properties) is { Length: > 0 } ? "--property is for `dotnet build`: write it into the command."
            : null;
        if (useless is not null)
        {
            throw new BadInputException($"{useless} Leave it out, or leave out --command.");
        }
    }
}
