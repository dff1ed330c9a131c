namespace CopyOnWrite.Tool.Bench;

/// <summary>In each round every arm on every volume builds once, in a random order; the first is dropped: caches are cold.</summary>
internal sealed class BenchRun(BenchOptions options) : IDisposable
{
    private readonly BuildProcess _dotnet = new(options.Repository);
    private readonly List<BenchFolder> _volumes = [];
    private readonly DateTimeOffset _began = DateTimeOffset.UtcNow;

    /// <summary>Writes a line for each build to the error stream; the answer on the other stream comes at the end.</summary>
    internal async Task<BenchResult> MeasureAsync(CancellationToken cancel)
    {
        await PrepareAsync(cancel);
        await RunRoundsAsync([.. _volumes.SelectMany(volume => volume.Arms)], cancel);
        return new BenchResult(BenchResult.CurrentFormat, Path.GetFileName(options.Repository), [.. _volumes.Select(Result)]);
    }

    public void Dispose()
    {
        _dotnet.Dispose();
        _volumes.ForEach(volume => volume.Dispose());
    }

    private async Task PrepareAsync(CancellationToken cancel)
    {
        foreach (string path in options.Volumes)
        {
            string folder = Path.Combine(Path.GetFullPath(path), $"cow-bench-{Environment.ProcessId}");
            Directory.CreateDirectory(folder);
            string name = Volume.At(folder).FileSystem;
            var volume = new BenchFolder(
                folder,
                _volumes.Exists(other => other.Name == name) ? $"{name} at {path}" : name,
                Mount.Describe(folder),
                options.PackagesOnEach ? Path.Combine(folder, "packages") : options.Packages);
            _volumes.Add(volume);
            foreach (ArmKind kind in options.Arms)
            {
                cancel.ThrowIfCancellationRequested();
                var arm = new BenchArm(kind, options, volume, _dotnet);
                volume.Arms.Add(arm);
                await Console.Error.WriteLineAsync($"{arm.Name}: copying the repository and restoring");
                await arm.PrepareAsync(cancel);
            }
        }
    }

    private async Task RunRoundsAsync(BenchArm[] arms, CancellationToken cancel)
    {
        for (int round = 0; round <= options.Rounds; round++)
        {
            Random.Shared.Shuffle(arms);
            foreach (BenchArm arm in arms)
            {
                BenchBuild build = await arm.BuildAsync(round, cancel);
                string kept = round == 0 ? "first round, dropped" : $"round {round} of {options.Rounds}";
                await Console.Error.WriteLineAsync($"{kept}: {arm.Name} {Words.Number(build.Clean.Wall, "0.00")} s");
            }
        }
    }

    private VolumeResult Result(BenchFolder volume)
    {
        (IReadOnlyDictionary<ArmKind, string[]> differences, string[] differBySelf) =
            OutputComparison.Of([.. volume.Arms.Select(arm => (arm.Kind, arm.Outputs()))]);
        return new VolumeResult(
            volume.Name, volume.Description,
            volume.Packages is null ? "the user's package folder"
                : options.PackagesOnEach ? "packages on the same volume"
                : $"packages on {Volume.At(volume.Packages).FileSystem}",
            _began, Environment.MachineName, Machine.Current, Path.GetFileName(_dotnet.SdkFolder), _dotnet.HasServer, ToolVersion.Current,
            [.. volume.Arms.Select(arm => arm.Result(differences[arm.Kind]))],
            differBySelf);
    }
}

/// <summary>A temporary folder of the bench on a volume; disposing deletes it.</summary>
internal sealed record BenchFolder(string Folder, string Name, string Description, string? Packages) : IDisposable
{
    internal List<BenchArm> Arms { get; } = [];

    public void Dispose() => DeletedTree.Delete(Folder);
}
