namespace CopyOnWrite.Build;

/// <summary>`demo`, `bench builds` and `bench cache`: the last packed `dotnet cow bench` on this repository's samples.</summary>
/// <param name="name">The name of the results in artifacts/benchmarks.</param>
internal sealed class SampleBench(string name, IReadOnlyList<BenchVolume> volumes, CancellationToken cancel)
{
    // A service has 89 MB, an arm keeps its outputs until its next build, and a volume that is nearly full is a slow one.
    private const double GigabytesForAService = 0.75;
    private const int GigabytesBeside = 4;
    private const int LeastGigabytes = 16;
    private const long LeastBytesForAService = 500_000_000;

    /// <summary>1 if something in a result needs attention.</summary>
    internal int ExitCode { get; private set; }

    internal static string Tool => RepositoryRoot.Built("CopyOnWrite.Tool", "dotnet-cow");

    internal BenchVolume? Plain => volumes.FirstOrDefault(volume => !volume.Clones);

    internal BenchVolume[] Cloning => [.. volumes.Where(volume => volume.Clones)];

    // The tool compares the others with it.
    internal BenchVolume[] PlainFirst => [.. volumes.OrderBy(volume => volume.Clones)];

    /// <summary>
    /// Clean and no-op builds of the samples on one volume, where cloning gains least: what the SDK's line costs, and a package reference.
    /// </summary>
    internal static Task<int> BuildsAsync(int rounds, bool server, CancellationToken cancel) => RunAsync("builds", async bench =>
    {
        string[] arms = Words($"--packages-on-each --arm built-in --arm built-in-again --arm sdk --arm package --no-op --rounds {rounds}");
        foreach (string sample in (string[])["DeepGraph", "Microservices", "Mixed"])
        {
            await bench.MeasureAsync(RepositoryRoot.Sample(sample), [bench.Cloning.LastOrDefault() ?? bench.PlainFirst[0]], arms, server);
        }

        return bench.ExitCode;
    }, cancel);

    /// <summary>
    /// samples/Microservices with many services on each volume that clones, packages on one that does not: what the cross-volume cache
    /// saves.
    /// </summary>
    internal static Task<int> CacheAsync(int services, int rounds, CancellationToken cancel)
    {
        int gigabytes = Math.Max(LeastGigabytes, (int)(services * GigabytesForAService) + GigabytesBeside);
        return RunAsync("cache", async bench =>
        {
            if (bench.Plain is not { } plain || bench.Cloning.Length == 0)
            {
                throw new ProgramFailedException(
                    2, "This needs a volume that clones and one that does not: run as root, or set COW_VOLUME_*.");
            }

            if (bench.Cloning.FirstOrDefault(volume => Volume.At(volume.Folder).FreeBytes < services * LeastBytesForAService) is { } small)
            {
                throw new ProgramFailedException(2, $"{small.FileSystem} has too little free space for {services} services, four times.");
            }

            string sample = Path.Combine(plain.Folder, $"Microservices with {services} services");
            SampleRepository.Create(RepositoryRoot.Sample("Microservices"), sample, PackedPackage.Feed, sdkVersion: null);
            await AddServicesAsync(sample, services, cancel);
            string[] arms = Words($"--arm built-in --arm built-in-again --arm sdk --arm sdk-cold-cache --rounds {rounds}");
            foreach (BenchVolume volume in bench.Cloning)
            {
                // One after the other, so that the next one's image can use the space.
                await bench.MeasureAsync(sample, [volume], ["--packages", PackagesOn(plain), .. arms]);
            }

            return bench.ExitCode;
        }, cancel, gigabytes);
    }

    /// <summary>Packs, mounts the volumes, measures, and leaves nothing but the reports.</summary>
    /// <param name="measure">Returns the exit code.</param>
    /// <param name="gigabytes">The size of each volume; null for that of eng/volumes.sh.</param>
    /// <param name="packages">The packages to pack first; null for all.</param>
    internal static async Task<int> RunAsync(
        string name, Func<SampleBench, Task<int>> measure, CancellationToken cancel, int? gigabytes = null, string[]? packages = null)
    {
        await Pack.RunAsync(cancel, only: packages);
        await using MountedVolumes mounted = await MountedVolumes.UpAsync(cancel, gigabytes);
        using var volumes = BenchVolumes.Find(mounted.Variables, name);
        if (mounted.Variables.Count == 0)
        {
            string atHand = string.Join(", ", volumes.Distinct.Select(volume => volume.FileSystem));
            Console.WriteLine($"No volumes were mounted, so the volumes at hand are used: {atHand}.");
        }

        return await measure(new SampleBench(name, volumes.Distinct, cancel));
    }

    internal async Task MeasureAsync(string sample, IEnumerable<BenchVolume> on, string[] arguments, bool server = false)
    {
        string[] bench =
        [
            "bench", sample, .. on.SelectMany(volume => new[] { "--volume", volume.Folder }), .. arguments,
            "--source", PackedPackage.Feed, "--output", ResultFile.New(name),
        ];
        Console.WriteLine($"dotnet cow {string.Join(' ', bench)}");
        int exitCode = await Shell.RunAsync(
            "dotnet", [Tool, .. bench], cancel,
            new Dictionary<string, string> { ["DOTNET_CLI_USE_MSBUILD_SERVER"] = server ? "1" : "0" });
        if (exitCode > 1)
        {
            throw new ProgramFailedException(2, $"`dotnet cow bench` ended with {exitCode}.");
        }

        ExitCode = Math.Max(ExitCode, exitCode);
    }

    internal static string PackagesOn(BenchVolume volume) => Path.Combine(volume.Folder, "packages");

    internal static string[] Words(string arguments) => arguments.Split(' ');

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
}
