using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// Runs the measurement. In each round every arm on every volume builds once, in a random order; the first round is dropped, since caches
/// are cold in it. When stopped, it keeps every build that has ended.
/// </summary>
internal sealed class BenchRun(BenchOptions options) : IDisposable
{
    private readonly CompilerServer _server = new();
    private readonly List<BenchFolder> _volumes = [];
    private readonly DateTimeOffset _began = DateTimeOffset.UtcNow;
    private readonly double? _loadBefore = Machine.Load();

    /// <summary>Announces on the error stream what it does and how long that will take.</summary>
    internal async Task<BenchResult> MeasureAsync(CancellationToken cancel)
    {
        string sdk = Path.GetFileName(Path.TrimEndingDirectorySeparator(RegisteredMSBuild.Find(options.Repository).MSBuildPath));
        bool interrupted = false;
        if (Machine.Current.IsBusyAt(_loadBefore))
        {
            BenchProgress.Say($"The machine is busy: a load of {_loadBefore:0.0}. Times will spread; a quiet machine shows more.");
        }

        try
        {
            await PrepareAsync(cancel);
            IBenchArm[] all = [.. _volumes.SelectMany(volume => volume.Arms)];
            await BenchRounds.RunAsync(all, options.Rounds, options.CountFiles, new Random(options.Seed), cancel);
        }
        catch (OperationCanceledException) when (_volumes.Count > 0)
        {
            interrupted = true;
        }

        return new BenchResult(
            BenchResult.CurrentFormat,
            Path.GetFileName(options.Repository),
            [.. _volumes.Select(volume => Result(volume, sdk, interrupted))]);
    }

    public void Dispose()
    {
        _server.Dispose();
        _volumes.ForEach(volume => volume.Dispose());
    }

    private async Task PrepareAsync(CancellationToken cancel)
    {
        foreach (string path in options.Volumes)
        {
            var volume = new BenchFolder(path, options);
            volume.Name += _volumes.Any(other => other.Name == volume.Name) ? $" at {path}" : string.Empty;
            _volumes.Add(volume);
            foreach (ArmKind kind in options.Arms)
            {
                cancel.ThrowIfCancellationRequested();
                var arm = new BenchArm(kind, options, volume, _server.Variables);
                volume.Arms.Add(arm);
                BenchProgress.Say($"{arm.Name}: copying the repository and restoring");
                await arm.PrepareAsync(cancel);
            }
        }
    }

    private VolumeResult Result(BenchFolder volume, string sdk, bool interrupted)
    {
        (IReadOnlyList<ArmResult> results, IReadOnlyList<string> differBySelf) = ArmComparison.Of(volume.Arms);
        return new VolumeResult(
            volume.Name,
            volume.Description,
            volume.Packages is null ? "the user's package folder"
                : options.PackagesOnEach ? "packages on the same volume"
                : $"packages on {Volume.At(volume.Packages).FileSystem}",
            _began,
            Environment.MachineName,
            Machine.Current,
            sdk,
            options.SdkVersion,
            options.Seed,
            options.Rounds,
            interrupted,
            _loadBefore,
            Machine.Load(),
            results,
            differBySelf,
            Command: options.Command,
            ChangedFile: options.Changed?.File);
    }
}
