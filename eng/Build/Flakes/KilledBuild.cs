namespace CopyOnWrite.Build.Flakes;

/// <summary>
/// A build is killed at a random moment after its first output; outputs are those of the build after that. They are data files with
/// CopyToOutputDirectory="PreserveNewest", which the .NET SDK's targets leave alone if they are newer than their sources.
/// </summary>
internal sealed class KilledBuild : FlakeScenario
{
    private const int Files = 60;
    private const string Output = "bin/Debug/net10.0";

    // About as long as it takes to copy the files where they cannot be cloned.
    private static readonly TimeSpan s_latest = TimeSpan.FromMilliseconds(400);

    private byte[][] _contents = [];

    internal override string What => "A build is killed at a random moment, then a build";

    internal override async Task PrepareAsync(FlakeRepository repository, CancellationToken cancel)
    {
        _contents = repository.WriteRandom("data", Files, length: 4_000_000);
        (await repository.BuildAsync(cancel)).ThrowIfFailed();
    }

    internal override async Task PlayAsync(FlakeRepository repository, int round, CancellationToken cancel)
    {
        repository.Delete("bin");
        using var kill = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        Task<DotNetResult> killed = repository.BuildAsync(kill.Token, "--no-restore");
        while (!killed.IsCompleted && !File.Exists(repository.PathOf($"{Output}/data0.bin")))
        {
            await Task.Delay(1, cancel);
        }

        kill.CancelAfter(s_latest * new Random(round).NextDouble());
        await killed.ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
        DotNetResult build = await repository.BuildAsync(cancel, "--no-restore");
        int right = Enumerable.Range(0, Files).Count(i => repository.Has($"{Output}/data{i}.bin", _contents[i]));
        repository.Counts.Add(build, Files, Files - right);
    }
}
