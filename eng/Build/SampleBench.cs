namespace CopyOnWrite.Build;

/// <param name="Name">The name of the results in artifacts/benchmarks.</param>
/// <param name="Gigabytes">The size of each volume; null for that of eng/volumes.sh.</param>
/// <param name="Packages">The packages to pack first; null for all.</param>
internal sealed record SampleBenchOptions(string Name, int? Gigabytes = null, IReadOnlyCollection<string>? Packages = null);

/// <summary>`demo`, `bench builds` and `bench cache`: the last packed `dotnet cow bench` on this repository's samples.</summary>
internal sealed class SampleBench(SampleBenchOptions options, IReadOnlyList<BenchVolume> volumes, CancellationToken cancel)
{
    // A service has 89 MB, an arm keeps its outputs until its next build, and a volume that is nearly full is a slow one.
    private const double GigabytesForAService = 0.75;
    private const int GigabytesBeside = 4;
    private const int LeastGigabytes = 16;
    private const long LeastBytesForAService = 500_000_000;

    /// <summary>1 if something in a result needs attention.</summary>
    internal int ExitCode { get; private set; }

    internal static string Tool => Path.Combine(Repository.Artifacts, "bin", "CopyOnWrite.Tool", "release", "dotnet-cow.dll");

    internal BenchVolume? Plain => volumes.FirstOrDefault(volume => !volume.Clones);

    internal BenchVolume[] Cloning => [.. volumes.Where(volume => volume.Clones)];

    // The tool compares the others with it.
    internal BenchVolume[] PlainFirst => [.. volumes.OrderBy(volume => volume.Clones)];

    /// <summary>Clean and no-op builds of two samples, everything on one volume, the least gain.</summary>
    internal static Task<int> BuildsAsync(int rounds, int seed, CancellationToken cancel) => RunAsync(new("builds"), async bench =>
    {
        string[] arms = [.. Arms("built-in", "built-in-again", "sdk"), "--no-op", .. Rounds(rounds), .. Seed(seed)];
        await bench.MeasureAsync(Repository.Sample("DeepGraph"), bench.PlainFirst, ["--packages-on-each", .. arms]);
        await bench.MeasureAsync(Repository.Sample("Microservices"), bench.PlainFirst, ["--packages-on-each", .. arms]);
        return bench.ExitCode;
    }, cancel);

    /// <summary>
    /// samples/Microservices with many services on each volume that clones, packages on one that does not: what the cross-volume cache
    /// saves.
    /// </summary>
    internal static Task<int> CacheAsync(int services, int rounds, int seed, CancellationToken cancel)
    {
        int gigabytes = Math.Max(LeastGigabytes, (int)(services * GigabytesForAService) + GigabytesBeside);
        return RunAsync(new("cache", gigabytes), async bench =>
        {
            if (bench.Plain is not { } plain || bench.Cloning.Length == 0)
            {
                throw new NotSupportedException("This needs a volume that clones and one that does not: run as root, or set COW_VOLUME_*.");
            }

            if (bench.Cloning.FirstOrDefault(volume => Volume.At(volume.Folder).FreeBytes < services * LeastBytesForAService) is { } small)
            {
                throw new NotSupportedException($"{small.FileSystem} has too little free space for {services} services, four times.");
            }

            string sample = Path.Combine(plain.Folder, $"Microservices with {services} services");
            SampleRepository.Create(Repository.Sample("Microservices"), sample, Repository.Packages, sdkVersion: null);
            await AddServicesAsync(sample, services, cancel);
            string[] arms =
            [
                "--packages", PackagesOn(plain), "--count-files", .. Rounds(rounds), .. Seed(seed),
                .. Arms("built-in", "built-in-again", "sdk", "sdk-cold-cache"),
            ];
            foreach (BenchVolume volume in bench.Cloning)
            {
                // One after the other, so that the next one's image can use the space.
                await bench.MeasureAsync(sample, [volume], arms);
            }

            return bench.ExitCode;
        }, cancel);
    }

    /// <summary>Packs, mounts the volumes, measures, and leaves nothing but the reports.</summary>
    /// <param name="measure">Returns the exit code.</param>
    internal static async Task<int> RunAsync(SampleBenchOptions options, Func<SampleBench, Task<int>> measure, CancellationToken cancel)
    {
        await Pack.RunAsync(cancel, only: options.Packages);
        await using MountedVolumes mounted = await MountedVolumes.UpAsync(cancel, options.Gigabytes);
        using var volumes = BenchVolumes.Find(mounted.Variables, options.Name);
        if (mounted.Variables.Count == 0)
        {
            string atHand = string.Join(", ", volumes.Distinct.Select(volume => volume.FileSystem));
            Console.WriteLine($"No volumes were mounted, so the volumes at hand are used: {atHand}.");
        }

        try
        {
            return await measure(new SampleBench(options, volumes.Distinct, cancel));
        }
        catch (NotSupportedException e)
        {
            Console.Error.WriteLine(e.Message);
            return 2;
        }
    }

    internal async Task MeasureAsync(string sample, IEnumerable<BenchVolume> on, string[] arguments)
    {
        string[] bench =
        [
            "bench", sample, .. on.SelectMany(volume => new[] { "--volume", volume.Folder }), .. arguments,
            "--source", Repository.Packages, "--output", ResultFile.New(options.Name),
        ];
        Console.WriteLine($"dotnet cow {string.Join(' ', bench)}");
        int exitCode = await Shell.RunAsync("dotnet", [Tool, .. bench], cancel);
        if (exitCode > 1)
        {
            throw new NotSupportedException($"`dotnet cow bench` ended with {exitCode}.");
        }

        ExitCode = Math.Max(ExitCode, exitCode);
    }

    internal static string PackagesOn(BenchVolume volume) => Path.Combine(volume.Folder, "packages");

    internal static string[] Arms(params string[] names) => [.. names.SelectMany(name => new[] { "--arm", name })];

    internal static string[] Rounds(int rounds) => ["--rounds", $"{rounds}"];

    /// <summary>Copies the sample's services under new names until there are so many, as its README says.</summary>
    private static async Task AddServicesAsync(string sample, int services, CancellationToken cancel)
    {
        string folder = Path.Combine(sample, "services");
        string[] names = [.. Directory.EnumerateDirectories(folder).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];
        var added = new List<string>();
        for (int i = names.Length; i < services; i++)
        {
            string from = names[i % names.Length];
            string to = $"{from}{(i / names.Length) + 1}";
            Directory.CreateDirectory(Path.Combine(folder, to));
            foreach (string file in Directory.EnumerateFiles(Path.Combine(folder, from)))
            {
                string text = await File.ReadAllTextAsync(file, cancel);
                await File.WriteAllTextAsync(
                    Path.Combine(folder, to, Path.GetFileName(file).Replace(from, to, StringComparison.Ordinal)),
                    file.EndsWith(".cs", StringComparison.Ordinal) ? text.Replace(from, to, StringComparison.Ordinal) : text,
                    cancel);
            }

            added.Add($"services/{to}/{to}.csproj");
        }

        if (added.Count > 0)
        {
            (await DotNet.RunAsync(sample, ["sln", "Microservices.sln", "add", .. added], cancellation: cancel)).ThrowIfFailed();
        }
    }

    private static string[] Seed(int seed) => ["--seed", $"{seed}"];
}
