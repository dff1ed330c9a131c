using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.MSBuild;

namespace CopyOnWrite.Tool.Bench;

/// <summary>What to measure.</summary>
/// <param name="Volumes">Folders, one on each volume.</param>
/// <param name="Packages">
/// NUGET_PACKAGES; null for the user's own folder, or with <paramref name="PackagesOnEach"/> for one beside the builds.
/// </param>
/// <param name="Source">Where CopyOnWrite.Sdk's package is, when it is in none of the repository's sources.</param>
/// <param name="Scenarios">After each clean build, which further ones are timed.</param>
/// <param name="CountFiles">One more build of each arm, whose binary log tells how many files were cloned.</param>
/// <param name="Command">A line for the shell that is timed instead of `dotnet build`; then the project is only restored.</param>
/// <param name="Changed">The file of the builds with one file changed.</param>
internal sealed record BenchOptions(
    string Repository,
    IReadOnlyList<string> Volumes,
    IReadOnlyList<ArmKind> Arms,
    int Rounds,
    int Seed,
    IReadOnlySet<Scenario> Scenarios,
    bool CountFiles,
    string? Packages,
    bool PackagesOnEach,
    string SdkVersion,
    string? Source,
    BenchTarget Target,
    IReadOnlyList<string> Properties,
    string? Command = null,
    ChangedFile? Changed = null)
{
    internal const int EnoughRounds = 5;

    /// <summary>Whether it is known what to restore; else the command does it.</summary>
    internal bool Restores => Command is null || Target.Project is not null;

    internal IReadOnlyList<string> BuildArguments =>
        [.. Target.Project is { } project ? [project] : Array.Empty<string>(), .. Properties.Select(p => "-p:" + p)];
}

/// <summary>
/// The measurement. In each round every arm on every volume builds once, in a random order; the first round is dropped, since caches are
/// cold in it. Stopping it keeps every build that has ended.
/// </summary>
internal sealed class BenchRun : IDisposable
{
    private readonly BenchOptions _options;
    private readonly CompilerServer _server = new();
    private readonly List<(BenchFolder Volume, List<BenchArm> Arms)> _volumes = [];
    private readonly Random _random;
    private readonly DateTimeOffset _began = DateTimeOffset.UtcNow;
    private readonly string _loadBefore = Machine.Load();
    private readonly List<BusySample> _busy = [];

    internal BenchRun(BenchOptions options)
    {
        _options = options;
        _random = new Random(options.Seed);
    }

    /// <summary>Writes to the error stream what it does and how long that will take.</summary>
    internal async Task<BenchResult> MeasureAsync(CancellationToken cancel)
    {
        string sdk = await SdkVersionAsync(cancel);
        bool interrupted = false;
        if (BusySample.Of(0, await MachineLoad.SampleAsync(cancel)) is { IsOfOthers: true } now)
        {
            BenchProgress.Say(
                $"The machine is busy: {now.Words}. Times will spread; a quiet machine shows more.");
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
            Path.GetFileName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(_options.Repository))),
            [.. _volumes.Select(volume => Result(volume.Volume, volume.Arms, sdk, interrupted))]);
    }

    public void Dispose()
    {
        _server.Dispose();
        foreach ((BenchFolder volume, _) in _volumes)
        {
            volume.Dispose();
        }
    }

    private async Task PrepareAsync(CancellationToken cancel)
    {
        foreach (string path in _options.Volumes)
        {
            var volume = new BenchFolder(path, _options);
            volume.Name = _volumes.Any(other => other.Volume.Name == volume.Name) ? $"{volume.Name} at {path}" : volume.Name;
            var arms = new List<BenchArm>();
            _volumes.Add((volume, arms));
            foreach (ArmKind kind in _options.Arms)
            {
                cancel.ThrowIfCancellationRequested();
                var arm = new BenchArm(kind, _options, volume, _server.Variables);
                arms.Add(arm);
                BenchProgress.Say($"{arm.Name}: copying the repository and restoring");
                await arm.PrepareAsync(cancel);
            }
        }
    }

    private Task BuildAsync(CancellationToken cancel)
    {
        IBenchArm[] all = [.. _volumes.SelectMany(volume => volume.Arms)];
        return BenchRounds.RunAsync(all, _options.Rounds, _options.CountFiles, _random, BeforeRoundAsync, cancel);

        async Task BeforeRoundAsync(int round)
        {
            Volume.WriteBackAll(); // What the build before wrote is not others' work.
            _busy.AddRange(BusySample.Of(round, await MachineLoad.SampleAsync(cancel)) is { } sample ? [sample] : []);
        }
    }

    private VolumeResult Result(BenchFolder volume, List<BenchArm> arms, string sdk, bool interrupted)
    {
        (IReadOnlyList<ArmResult> results, IReadOnlyList<string> differBySelf) = ArmComparison.Of(arms);
        return new VolumeResult(
            volume.Name,
            volume.Description,
            volume.Packages is null ? "the user's package folder"
                : _options.PackagesOnEach ? "packages on the same volume"
                : $"packages on {Volume.At(volume.Packages).FileSystem}",
            _began,
            Environment.MachineName,
            Machine.Current,
            sdk,
            _options.SdkVersion,
            _options.Seed,
            _options.Rounds,
            interrupted,
            $"{_loadBefore} before, {Machine.Load()} after",
            results,
            differBySelf,
            Command: _options.Command,
            ChangedFile: _options.Changed?.File,
            Busy: _busy.Count > 0 ? [.. _busy] : null);
    }

    private async Task<string> SdkVersionAsync(CancellationToken cancel)
    {
        DotNetResult version = await DotNet.RunAsync(_options.Repository, ["--version"], cancellation: cancel);
        return version.Succeeded
            ? version.Output.Trim()
            : throw new BadInputException(RegisteredMSBuild.WhyNone(_options.Repository));
    }
}
