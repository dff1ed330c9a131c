using CopyOnWrite.Tool.Report;

namespace CopyOnWrite.Tool.Bench;

/// <summary>One way to copy on one volume, in a copy of the repository for this arm alone.</summary>
internal sealed class BenchArm : IBenchArm
{
    private readonly BenchOptions _options;
    private readonly BenchFolder _volume;
    private readonly RepoCopy _copy;
    private readonly IReadOnlyDictionary<string, string?> _variables;
    private readonly (string Name, string Value)[] _properties;
    private readonly byte[] _original;
    private readonly bool _addsSdk;
    private readonly List<BenchBuild> _runs = [];
    private ArmFileCounts? _files;

    internal BenchArm(ArmKind kind, BenchOptions options, BenchFolder volume, IReadOnlyDictionary<string, string?> variables)
    {
        Kind = kind;
        _options = options;
        _volume = volume;
        _variables = variables;
        _copy = RepoCopy.Make(options.Repository, Path.Combine(volume.Folder, $"arm{(int)kind}"), Path.Combine(volume.Folder, "repo"));
        _original = options.Changed is { } changed ? File.ReadAllBytes(Path.Combine(options.Repository, changed.File)) : [];

        // On the command line of `dotnet build` they override the repository's properties; another command gets them in its environment.
        // The cache is for this arm alone, also where the repository names one that its other builds use.
        bool sdkIsIn = SdkLine.IsIn(options.Target);
        _addsSdk = !sdkIsIn && UsesSdk;
        _properties =
            !UsesSdk ? (sdkIsIn ? [("DisableCopyOnWrite", "true")] : [])
            : kind == ArmKind.SdkWithoutCache ? [("CopyOnWriteCachePath", _copy.Cache), ("CopyOnWriteCache", "false")]
            : [("CopyOnWriteCachePath", _copy.Cache)];
    }

    public ArmKind Kind { get; }

    public string Name => $"{_volume.Name}, {ArmNames.Of(Kind)}";

    public bool HasOutputs { get; private set; }

    /// <summary>The SDK task's report of the first round.</summary>
    private string Report => Path.Combine(_volume.Folder, "copies.jsonl");

    private bool UsesSdk => ArmNames.UsesSdk(Kind);

    private string[] Arguments => [.. _options.BuildArguments, .. _properties.Select(Switch)];

    /// <summary>Restores the packages; not timed.</summary>
    internal Task PrepareAsync(CancellationToken cancel) => _copy.AtPlaceAsync(async () =>
    {
        if (_options.Source is { } source)
        {
            SdkLine.AddSource(_copy.Place, source);
        }

        if (_addsSdk)
        {
            SdkLine.Add(_options.Target, _copy.Place, _options.SdkVersion);
        }

        if (_options.Restores && await DotNetAsync(["restore", "-nologo", .. Arguments], cancel) is { Succeeded: false } failed)
        {
            throw new CommandFailedException(
                $"The repository's copy cannot be restored ({Name}). Correct what is wrong, or name what to build with --project:"
                + $"{Environment.NewLine}{LastLines(failed.Output)}");
        }

        _copy.NoteRestored();
        return true;
    });

    public Task<BenchBuild> BuildAsync(int round, CancellationToken cancel) => _copy.AtPlaceAsync(async () =>
    {
        BeforeBuild();

        // If a build ended before the cache is filled, later rounds would fill it.
        (string, string)[] first = round == 0 ? [("CopyOnWriteReport", Report), ("CopyOnWriteCacheWait", "true")] : [];
        BuildTime clean = await TimeAsync(first, cancel);
        if (round == 0 && clean.Copy is null or > 0)
        {
            RequireTheArmsTask();
        }

        var times = new Dictionary<Scenario, BuildTime> { [Scenario.Clean] = clean };
        var build = new BenchBuild(round, times);
        try
        {
            if (_options.Scenarios.Contains(Scenario.NoOp))
            {
                times[Scenario.NoOp] = await TimeAsync([], cancel);
            }

            if (_options.Changed is { } changed)
            {
                HasOutputs = false;
                changed.Change(_copy.Place, _original);
                times[Scenario.OneFile] = await TimeAsync([], cancel);
            }

            HasOutputs = true;
        }
        finally
        {
            // This build has ended, also if the next one was stopped.
            if (round > 0)
            {
                _runs.Add(build);
            }
        }

        return build;
    });

    // Not timed, as the binary log, which lists the copied files, slows builds that copy many.
    public Task CountAsync(CancellationToken cancel) => _copy.AtPlaceAsync(async () =>
    {
        BeforeBuild();
        _options.Changed?.Change(_copy.Place, _original); // As in the timed rounds, since outputs are compared.
        string log = Path.Combine(_volume.Folder, "count.binlog");
        await DotNetBuildAsync([$"-bl:{log}"], cancel);
        HasOutputs = true;
        _files = ArmFileCounts.Of(LogFile.Read(log), UsesSdk);
        return true;
    });

    public TreeSnapshot Outputs() => _copy.Snapshot();

    public ArmResult Result(IReadOnlyList<string>? differences)
    {
        ArmOutputs? outputs = null;
        if (differences is not null)
        {
            DiskUse use = _copy.MeasureDisk(withCache: false);
            long? withCache = UsesSdk ? _copy.MeasureDisk(withCache: true).BytesTogether : null;
            outputs = new ArmOutputs(use.ApparentBytes, use.OwnedAloneBytes, withCache, differences);
        }

        return new ArmResult(Kind, [.. _runs], outputs, _files);
    }

    /// <summary>The SDK's task writes a line for each of its calls. Without one the SDK's arm must not be measured.</summary>
    private void RequireTheArmsTask()
    {
        bool sdkRan = File.Exists(Report);
        if (sdkRan != UsesSdk)
        {
            throw new CommandFailedException(sdkRan
                ? $"The builds of {Name} use CopyOnWrite.Sdk's task. Remove the SDK from the repository; the bench adds it where needed."
                : _options.Command is { } command
                    ? $"`{command}` ran no Copy task of CopyOnWrite.Sdk ({Name}): it builds nothing with MSBuild, or the SDK is turned off."
                : $"The builds of {Name} do not use CopyOnWrite.Sdk's task. `dotnet cow doctor` says why.");
        }

        File.Delete(Report);
    }

    private void BeforeBuild()
    {
        HasOutputs = false; // A stopped build has incomplete outputs.
        if (_options.Changed is { } changed)
        {
            File.WriteAllBytes(Path.Combine(_copy.Place, changed.File), _original);
        }

        _copy.Clean();
        if (Kind == ArmKind.SdkColdCache)
        {
            _copy.DeleteCache();
        }
    }

    /// <summary>
    /// Writes no binary log, which would log every message and slow builds that copy many files; the time of Copy comes from a summary.
    /// </summary>
    private async Task<BuildTime> TimeAsync(IReadOnlyList<(string Name, string Value)> more, CancellationToken cancel)
    {
        Volume.WriteBackAll(); // This build must not wait for what the last one wrote.
        if (_options.Command is { } command)
        {
            DotNetResult run = Require(await DotNet.RunShellAsync(
                _copy.Place, command, _volume.Packages, VariablesWith(more), Timeout.InfiniteTimeSpan, cancel));
            return new BuildTime(Math.Round(run.Elapsed.TotalSeconds, 3), null);
        }

        string logger = $"-flp:logfile={_volume.Summary};verbosity=quiet;performancesummary";
        DotNetResult build = await DotNetBuildAsync([.. more.Select(Switch), logger], cancel);
        double copy = BuildTime.CopyIn(await File.ReadAllTextAsync(_volume.Summary, cancel));
        return new BuildTime(Math.Round(build.Elapsed.TotalSeconds, 3), copy);
    }

    private Dictionary<string, string?> VariablesWith(IReadOnlyList<(string Name, string Value)> more) =>
        new(_variables.Concat(_properties.Concat(more).Select(one => KeyValuePair.Create<string, string?>(one.Name, one.Value))));

    private Task<DotNetResult> DotNetAsync(string[] arguments, CancellationToken cancel) => DotNet.RunAsync(
        _copy.Place, arguments, _volume.Packages, _variables, Timeout.InfiniteTimeSpan, cancellation: cancel);

    private async Task<DotNetResult> DotNetBuildAsync(string[] more, CancellationToken cancel) =>
        Require(await DotNetAsync(["build", "--no-restore", "-nologo", .. Arguments, .. more], cancel));

    private DotNetResult Require(DotNetResult result) => result.Succeeded ? result : throw new CommandFailedException(
        $"The repository's copy cannot be built ({Name}). `{_options.Command ?? "dotnet build"}` has to succeed before it can be measured:"
        + $"{Environment.NewLine}{LastLines(result.Output)}");

    // MSBuild splits properties at semicolons and commas (CommandLineSwitches.cs), and decodes %xx.
    private static string Switch((string Name, string Value) property) => $"-p:{property.Name}="
        + property.Value.Replace("%", "%25", StringComparison.Ordinal)
            .Replace(";", "%3B", StringComparison.Ordinal)
            .Replace(",", "%2C", StringComparison.Ordinal);

    private static string LastLines(string output) =>
        string.Join(Environment.NewLine, output.Split('\n').Select(line => line.TrimEnd()).Where(line => line.Length > 0).TakeLast(8));
}
