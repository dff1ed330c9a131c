using CopyOnWrite.Measurement;
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
    private readonly string _loadBefore = Machine.Load();
    private readonly List<BusySample> _busy = [];

    /// <summary>Announces on the error stream what it does and how long that will take.</summary>
    internal async Task<BenchResult> MeasureAsync(CancellationToken cancel)
    {
        string sdk = Path.GetFileName(Path.TrimEndingDirectorySeparator(RegisteredMSBuild.Find(options.Repository).MSBuildPath));
        bool interrupted = false;
        if (await BusySample.TakeAsync(0, cancel) is { IsOfOthers: true } now)
        {
            BenchProgress.Say($"The machine is busy: {now.Words}. Times will spread; a quiet machine shows more.");
        }

        try
        {
            await PrepareAsync(cancel);
            await BuildAsync(cancel);
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

    private Task BuildAsync(CancellationToken cancel)
    {
        IBenchArm[] all = [.. _volumes.SelectMany(volume => volume.Arms)];
        return BenchRounds.RunAsync(all, options.Rounds, options.CountFiles, new Random(options.Seed), BeforeRoundAsync, cancel);

        async Task BeforeRoundAsync(int round)
        {
            Volume.WriteBackAll(); // The last build's writes must not count as others' work.
            _busy.AddRange(await BusySample.TakeAsync(round, cancel) is { } sample ? [sample] : []);
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
            $"{_loadBefore} before, {Machine.Load()} after",
            results,
            differBySelf,
            Command: options.Command,
            ChangedFile: options.Changed?.File,
            Busy: _busy.Count > 0 ? [.. _busy] : null);
    }
}
