namespace CopyOnWrite.Build.Flakes;

/// <summary>
/// Two builds of one repository at once, as of an editor and a terminal, after its outputs were deleted: both have to copy all files, and
/// neither has anything to compile, since compilers that write one file in obj fail with any Copy task.
/// </summary>
internal sealed class TwoBuilds : FlakeScenario
{
    private readonly Dictionary<FlakeRepository, TreeSnapshot> _expected = [];

    internal override string What => "Two builds of one repository at once";

    internal override string Sample => RepositoryRoot.Sample("Microservices");

    internal override async Task PrepareAsync(FlakeRepository repository, CancellationToken cancel)
    {
        (await repository.BuildAsync(cancel)).ThrowIfFailed();
        _expected[repository] = Outputs(repository);
    }

    internal override async Task PlayAsync(FlakeRepository repository, int round, CancellationToken cancel)
    {
        repository.Delete("bin");
        DotNetResult[] builds = await Task.WhenAll(
            repository.BuildAsync(cancel, "--no-restore"), repository.BuildAsync(cancel, "--no-restore"));
        TreeSnapshot found = Outputs(repository);
        TreeEntry[] files = [.. _expected[repository].Entries.Values.Where(entry => entry.Kind == TreeEntryKind.File)];
        int wrong = files.Count(file => found.Entries.GetValueOrDefault(file.Path)?.Sha256 != file.Sha256);
        repository.Counts.Add(builds[0], files.Length, wrong);
        repository.Counts.Add(builds[1], 0, 0);
    }

    private static TreeSnapshot Outputs(FlakeRepository repository) =>
        TreeSnapshot.Take(repository.Folder, path => $"/{path}".Contains("/bin/", StringComparison.Ordinal));
}
