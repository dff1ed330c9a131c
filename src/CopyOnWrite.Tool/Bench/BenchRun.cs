using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Bench;

/// <summary>In each round every arm on every volume builds once, in a random order; the first is dropped: caches are cold.</summary>
internal sealed class BenchRun : IDisposable
{
    private readonly BenchOptions _options;
    private readonly string _sdkFolder;
    private readonly BuildProcess _dotnet;
    private readonly List<BenchFolder> _volumes = [];
    private readonly DateTimeOffset _began = DateTimeOffset.UtcNow;
    private readonly double? _loadBefore = Machine.Load();

    internal BenchRun(BenchOptions options)
    {
        _options = options;
        _sdkFolder = Path.TrimEndingDirectorySeparator(RegisteredMSBuild.Find(options.Repository).MSBuildPath);
        _dotnet = new BuildProcess(_sdkFolder);
    }

    /// <summary>Writes a line for each build to the error stream; the answer on the other stream comes at the end.</summary>
    internal async Task<BenchResult> MeasureAsync(CancellationToken cancel)
    {
        await PrepareAsync(cancel);
        await RunRoundsAsync([.. _volumes.SelectMany(volume => volume.Arms)], cancel);
        return new BenchResult(BenchResult.CurrentFormat, Path.GetFileName(_options.Repository), [.. _volumes.Select(Result)]);
    }

    public void Dispose()
    {
        _dotnet.Dispose();
        _volumes.ForEach(volume => volume.Dispose());
    }

    private async Task PrepareAsync(CancellationToken cancel)
    {
        foreach (string path in _options.Volumes)
        {
            var volume = BenchFolder.Create(path, _options, _volumes);
            _volumes.Add(volume);
            foreach (ArmKind kind in _options.Arms)
            {
                cancel.ThrowIfCancellationRequested();
                var arm = new BenchArm(kind, _options, volume, _dotnet);
                volume.Arms.Add(arm);
                await Console.Error.WriteLineAsync($"{arm.Name}: copying the repository and restoring");
                await arm.PrepareAsync(cancel);
            }
        }
    }

    private async Task RunRoundsAsync(BenchArm[] arms, CancellationToken cancel)
    {
        var random = new Random(_options.Seed);
        for (int round = 0; round <= _options.Rounds; round++)
        {
            random.Shuffle(arms);
            foreach (BenchArm arm in arms)
            {
                BenchBuild build = await arm.BuildAsync(round, cancel);
                string kept = round == 0 ? "first round, dropped" : $"round {round} of {_options.Rounds}";
                await Console.Error.WriteLineAsync($"{kept}: {arm.Name} {Words.Number(build.Clean.Wall, "0.00")} s");
            }
        }

        foreach (BenchArm arm in _options.CountFiles ? arms : [])
        {
            await arm.CountAsync(cancel);
        }
    }

    private VolumeResult Result(BenchFolder volume)
    {
        (IReadOnlyDictionary<ArmKind, string[]> differences, string[] differBySelf) =
            OutputComparison.Of([.. volume.Arms.Select(arm => (arm.Kind, arm.Outputs()))]);
        return new VolumeResult(
            volume.Name,
            volume.Description,
            volume.Packages is null ? "the user's package folder"
                : _options.PackagesOnEach ? "packages on the same volume"
                : $"packages on {Volume.At(volume.Packages).FileSystem}",
            _began,
            Environment.MachineName,
            Machine.Current,
            Path.GetFileName(_sdkFolder),
            _options.SdkVersion,
            _options.Seed,
            _loadBefore,
            Machine.Load(),
            [.. volume.Arms.Select(arm => arm.Result(differences[arm.Kind]))],
            differBySelf);
    }
}
