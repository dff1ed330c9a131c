namespace CopyOnWrite.Build.Flakes;

/// <summary>dotnet/msbuild#14134: another program, such as a compiler or a test host, opens an output while it is overwritten.</summary>
internal sealed class OpenedOutput : FlakeScenario
{
    // 100,000 in the usual ten rounds.
    private const int OpensOfARound = 10_000;
    private const string Output = "out/x.dll";

    private byte[] _content = [];

    internal override string What => "Another program opens an output while it is overwritten";

    internal override async Task PrepareAsync(FlakeRepository repository, CancellationToken cancel)
    {
        _content = repository.WriteRandom("version", 1, length: 100_000)[0];
        (await repository.BuildAsync(cancel, "copies.proj")).ThrowIfFailed();
    }

    internal override async Task PlayAsync(FlakeRepository repository, int round, CancellationToken cancel)
    {
        for (int left = OpensOfARound; left > 0;)
        {
            // From the first overwriting on: its time is the source's then.
            File.SetLastWriteTimeUtc(repository.PathOf(Output), DateTime.UnixEpoch);
            Task<DotNetResult> build = repository.BuildAsync(cancel, "copies.proj");
            while (File.GetLastWriteTimeUtc(repository.PathOf(Output)) == DateTime.UnixEpoch && !build.IsCompleted)
            {
                await Task.Delay(1, cancel);
            }

            int opened = 0;
            int wrong = 0;
            for (; opened < left && !build.IsCompleted; opened++)
            {
                wrong += repository.Has(Output, _content) ? 0 : 1;
            }

            repository.Counts.Add(await build, opened, wrong);
            left -= opened;
        }
    }
}
