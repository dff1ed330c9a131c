namespace CopyOnWrite.Build.Flakes;

/// <summary>
/// dotnet/msbuild#13599: projects that are built at the same time overwrite an output of all, and copy it to outputs of their own.
/// </summary>
internal sealed class SharedOutput : FlakeScenario
{
    // As in the project files.
    private const int Projects = 200;
    private const int Times = 4;

    private byte[][] _versions = [];

    internal override string What => "Projects overwrite one output while others copy it";

    internal override Task PrepareAsync(FlakeRepository repository, CancellationToken cancel)
    {
        _versions = repository.WriteRandom("version", 2, length: 400_000);
        return Task.CompletedTask;
    }

    internal override async Task PlayAsync(FlakeRepository repository, int round, CancellationToken cancel)
    {
        repository.Delete("out");
        repository.Delete("shared");
        DotNetResult build = await repository.BuildAsync(cancel, "all.proj", "-m:8");
        int right = Enumerable.Range(0, Projects * Times)
            .Count(i => repository.Has($"out/{i / Times:000}/{i % Times}.dll", _versions));
        repository.Counts.Add(build, Projects * Times, (Projects * Times) - right);
    }
}
