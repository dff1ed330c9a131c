using System.Collections.Concurrent;

namespace CopyOnWrite.Torture;

/// <summary>The amount of work.</summary>
/// <param name="Points">The most points of a campaign, chosen by the seed; null for all.</param>
/// <param name="Until">The time after which no point is begun.</param>
internal sealed record Effort(int? Points, int Seed, DateTime Until)
{
    private const int LeastOfAScene = 8;

    internal bool IsOver => DateTime.UtcNow >= Until;

    /// <summary>Scenes, fewer where points are limited.</summary>
    internal IReadOnlyList<T> Some<T>(IReadOnlyList<T> scenes) =>
        Points is { } most ? Choose(scenes, Math.Max(1, most / LeastOfAScene), Seed) : scenes;

    /// <summary>Points, as many of each scene where they are limited.</summary>
    internal IReadOnlyList<T> SomePoints<T>(IReadOnlyList<T> points, int scene, int scenes) =>
        Points is { } most ? Choose(points, Math.Max(1, most / scenes), Seed + scene) : points;

    private static T[] Choose<T>(IReadOnlyList<T> from, int count, int seed)
    {
        int[] order = [.. Enumerable.Range(0, from.Count)];
        new Random(seed).Shuffle(order);
        return [.. order.Take(Math.Min(count, from.Count)).Order().Select(i => from[i])];
    }
}

/// <summary>The ground of the campaigns: this run's folders on the volumes, deleted when disposed.</summary>
internal sealed class Ground : IDisposable
{
    private readonly string _name = $"torture-{Environment.ProcessId}";
    private readonly List<string> _folders = [];
    private int _worlds;

    internal Ground(Effort effort, TextWriter log)
    {
        Effort = effort;
        Log = TextWriter.Synchronized(log);
        Scratch = Directory.CreateTempSubdirectory("cow-torture").FullName;
        _folders.Add(Scratch);
        Tasks = Product.Unpack(Package);
        TestVolume[] volumes = [.. Places.All.SelectMany(places => new[] { places.Sources, places.Destinations }).Distinct()];
        _folders.AddRange(volumes.Select(FolderOn));
        Sources.Make(volumes.Select(SourcesOn));
    }

    internal Effort Effort { get; }

    internal TextWriter Log { get; }

    /// <summary>The folder for jobs and traces.</summary>
    internal string Scratch { get; }

    internal string Package => Path.Combine(Scratch, "package");

    /// <summary>What a project imports: our targets, or nothing.</summary>
    internal string Import(bool builtIn) =>
        builtIn ? string.Empty : $"<Import Project=\"{Path.Combine(Package, "build", "CopyOnWrite.targets")}\" />";

    internal string Tasks { get; }

    internal World NewWorld(Places places) =>
        new(Path.Combine(FolderOn(places.Destinations), $"world-{Interlocked.Increment(ref _worlds)}"), SourcesOn(places.Sources));

    /// <summary>Runs scenes in parallel and joins their results.</summary>
    internal Result Play(IReadOnlyList<Scene> scenes, Func<Scene, int, int, Result> play)
    {
        var results = new ConcurrentDictionary<int, Result>();
        int done = 0;
        Parallel.For(0, scenes.Count, new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount }, i =>
        {
            if (!Effort.IsOver)
            {
                Result result = results[i] = play(scenes[i], i, scenes.Count);
                Log.WriteLine(
                    $"{Interlocked.Increment(ref done),4} of {scenes.Count}  {scenes[i]}: {result.Rows.Sum(row => row.Ours.Points)} "
                    + $"points, {result.Findings.Count} findings");
                Show(result);
            }
        });
        return Result.Join(results.OrderBy(pair => pair.Key).Select(pair => pair.Value));
    }

    internal Result Show(Result result)
    {
        foreach (string line in result.Rows.SelectMany(row => row.Ours.Findings.Select(finding => $"  FOUND {finding}")
            .Concat((row.BuiltIn?.Findings ?? []).Select(finding => $"  built-in: {finding}"))))
        {
            Log.WriteLine(line);
        }

        return result;
    }

    public void Dispose()
    {
        foreach (string folder in _folders.Where(Directory.Exists))
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    internal string FolderOn(TestVolume volume) => Path.Combine(volume.Path!, _name);

    internal string SourcesOn(TestVolume volume) => Path.Combine(FolderOn(volume), "sources");
}
