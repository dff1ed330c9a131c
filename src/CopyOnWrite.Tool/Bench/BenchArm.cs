namespace CopyOnWrite.Tool.Bench;

/// <summary>One way to copy on one volume, in a copy of the repository for this arm alone.</summary>
internal sealed class BenchArm(ArmKind kind, BenchOptions options, BenchFolder volume, BuildProcess dotnet)
{
    private readonly RepoCopy _copy = new(Path.Combine(volume.Folder, $"arm{(int)kind}"), Path.Combine(volume.Folder, "repo"));
    private readonly List<BenchBuild> _runs = [];

    internal ArmKind Kind => kind;

    internal string Name => $"{volume.Name}, {ArmNames.Of(kind)}";

    // On the command line they override the repository's, which may name a cache that its other builds use.
    private string[] Arguments =>
    [
        .. options.BuildArguments,
        kind switch
        {
            _ when kind.IsBuiltIn() => Property("DisableCopyOnWrite", "true"),
            ArmKind.Microsoft => Property("CentralPackageFloatingVersionsEnabled", "true"), // NU1011 without it.
            _ => Property("CopyOnWriteCachePath", _copy.Cache),
        },
    ];

    private string Log => Path.Combine(volume.Folder, "first.binlog");

    internal Task PrepareAsync(CancellationToken cancel)
    {
        RepoCopy.CopyTree(options.Repository, _copy.Kept);
        return _copy.AtPlaceAsync(async () =>
        {
            if (options.Source is { } source)
            {
                SdkLine.AddSource(_copy.Place, source);
            }

            if (kind == ArmKind.Microsoft)
            {
                SdkLine.Add(_copy.Place, ArmNames.Of(kind), "*", asPackage: true);
            }
            else if (kind.UsesSdk() && !SdkLine.IsIn(_copy.Place))
            {
                SdkLine.Add(_copy.Place, SdkLine.Name, ToolVersion.Current, asPackage: kind == ArmKind.Package);
            }

            string failed = $"restored ({Name}). Correct what is wrong, or name what to build with --project:";
            await dotnet.RunAsync(_copy.Place, ["restore", "-nologo", .. Arguments], volume.Packages, failed, cancel);
            _copy.NoteRestored();
            return true;
        });
    }

    /// <param name="round">0 is the first, which is dropped: it fills the cross-volume cache, and the system's caches.</param>
    internal Task<BenchBuild> BuildAsync(int round, CancellationToken cancel) => _copy.AtPlaceAsync(async () =>
    {
        _copy.Clean(alsoCache: kind == ArmKind.SdkColdCache);

        // If a build ended before the cache is filled, later rounds would fill it.
        BuildTime clean = await TimeAsync(round == 0 ? [$"-bl:{Log}", Property("CopyOnWriteCacheWait", "true")] : [], cancel);
        if (round == 0)
        {
            // Without a call of the package's task its arm must not be measured.
            CommandFailedException.ThrowIf(
                kind.UsesSdk() && clean.Copy > 0 && !BuildLog.Read(Log).CopyCalls.Any(call => call.IsOfSdk),
                $"The builds of {Name} do not use CopyOnWrite.Sdk's task. `dotnet cow doctor` says why.");
            File.Delete(Log);
        }

        var build = new BenchBuild(clean, options.TimesNoOp ? await TimeAsync([], cancel) : null);
        _runs.AddRange(round > 0 ? [build] : []);
        return build;
    });

    internal IReadOnlyDictionary<string, string> Outputs() => OutputComparison.Read(_copy.Kept, _copy.Outputs());

    internal ArmResult Result(IReadOnlyList<string> differences) => new(kind, _runs, ArmOutputs.Of(_copy.OutputPaths(), differences));

    /// <summary>Measured builds write no binary log, which slows those that copy many files: the time of Copy is from a summary.</summary>
    private async Task<BuildTime> TimeAsync(IEnumerable<string> more, CancellationToken cancel)
    {
        Volume.WriteBackAll(); // This build must not wait for what the last one wrote.
        double? before = Machine.ProcessorSeconds();
        string summary = Path.Combine(volume.Folder, "summary.txt");
        TimeSpan elapsed = await dotnet.RunAsync(
            _copy.Place,
            ["build", "--no-restore", "-nologo", .. Arguments, .. more, $"-flp:logfile={summary};verbosity=quiet;performancesummary"],
            volume.Packages,
            $"built ({Name}). `dotnet build` has to succeed before it can be measured:",
            cancel);
        double? processor = Machine.ProcessorSeconds() - before;
        double copy = BuildTime.CopyIn(await File.ReadAllTextAsync(summary, cancel));
        return new BuildTime(Math.Round(elapsed.TotalSeconds, 3), copy, processor);
    }

    // MSBuild splits properties at semicolons and commas (CommandLineSwitches.cs), and decodes %xx.
    private static string Property(string name, string value) => $"-p:{name}="
        + value.Replace("%", "%25", StringComparison.Ordinal)
            .Replace(";", "%3B", StringComparison.Ordinal)
            .Replace(",", "%2C", StringComparison.Ordinal);
}
