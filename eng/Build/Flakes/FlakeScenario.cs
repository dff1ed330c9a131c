namespace CopyOnWrite.Build.Flakes;

/// <summary>Something that happens to builds, and what outputs are like after it. Its repository is the folder of its name.</summary>
internal abstract class FlakeScenario
{
    internal static IReadOnlyList<FlakeScenario> All { get; } =
        [new SharedOutput(), new OpenedOutput(), new KilledBuild(), new TwoBuilds()];

    internal abstract string What { get; }

    internal virtual string Sample => Path.Combine(RepositoryRoot.Folder, "eng", "Build", "Flakes", GetType().Name);

    /// <summary>Writes what the sample lacks, and builds it once if rounds begin with a built one.</summary>
    internal abstract Task PrepareAsync(FlakeRepository repository, CancellationToken cancel);

    /// <summary>Adds what happened to the repository's counts.</summary>
    internal abstract Task PlayAsync(FlakeRepository repository, int round, CancellationToken cancel);
}
