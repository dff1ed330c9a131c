namespace CopyOnWrite.Build;

/// <summary>`demo`, `bench builds` and `bench cache`: the last packed `dotnet cow bench` on this repository's samples.</summary>
/// <param name="name">The name of the results in artifacts/benchmarks.</param>
internal sealed class SampleBench(string name, IReadOnlyList<BenchVolume> volumes, CancellationToken cancel)
{
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
    /// samples/Microservices with 16 services on each volume that clones, packages on one that does not: what the cross-volume cache
    /// saves. An arm keeps its outputs, 89 MB for a service, until its next build.
    /// </summary>
    internal static Task<int> CacheAsync(int rounds, CancellationToken cancel) => RunAsync("cache", async bench =>
    {
        if (bench.Plain is not { } plain || bench.Cloning.Length == 0)
        {
            throw new ProgramFailedException(
                2, "This needs a volume that clones and one that does not: run as root, or set COW_VOLUME_*.");
        }

        string sample = Path.Combine(plain.Folder, "Microservices with 16 services");
        SampleRepository.Create(RepositoryRoot.Sample("Microservices"), sample, PackedPackage.Feed, sdkVersion: null);
        await AddServicesAsync(sample, cancel);
        string[] arms = Words($"--arm built-in --arm built-in-again --arm sdk --arm sdk-cold-cache --rounds {rounds}");
        foreach (BenchVolume volume in bench.Cloning)
        {
            // One after the other, so that the next one's image can use the space.
            await bench.MeasureAsync(sample, [volume], ["--packages", PackagesOn(plain), .. arms]);
        }

        return bench.ExitCode;
    }, cancel);

    /// <summary>Packs, mounts the volumes, measures, and leaves nothing but the reports.</summary>
    /// <param name="measure">Returns the exit code.</param>
    /// <param name="packages">The packages to pack first; null for all.</param>
    internal static async Task<int> RunAsync(
        string name, Func<SampleBench, Task<int>> measure, CancellationToken cancel, string[]? packages = null)
    {
        await Pack.RunAsync(cancel, only: packages);
        await using MountedVolumes mounted = await MountedVolumes.UpAsync(cancel);
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

    /// <summary>Copies the sample's eight services under new names, as its README says.</summary>
    private static async Task AddServicesAsync(string sample, CancellationToken cancel)
    {
        var added = new List<string>();
        foreach (DirectoryInfo service in new DirectoryInfo(Path.Combine(sample, "services")).GetDirectories())
        {
            string from = service.Name;
            string to = $"{from}2";
            DirectoryInfo copy = service.Parent!.CreateSubdirectory(to);
            foreach (FileInfo file in service.EnumerateFiles())
            {
                string text = await File.ReadAllTextAsync(file.FullName, cancel);
                await File.WriteAllTextAsync(
                    Path.Combine(copy.FullName, file.Name.Replace(from, to, StringComparison.Ordinal)),
                    file.Extension == ".cs" ? text.Replace(from, to, StringComparison.Ordinal) : text,
                    cancel);
            }

            added.Add($"services/{to}/{to}.csproj");
        }

        (await DotNet.RunAsync(sample, ["sln", "Microservices.sln", "add", .. added], cancellation: cancel)).ThrowIfFailed();
    }
}
