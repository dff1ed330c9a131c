using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Build;

/// <param name="Name">Of the results in artifacts/benchmarks.</param>
/// <param name="Gigabytes">Of each volume; null for those of eng/volumes.sh.</param>
/// <param name="Packages">What to pack before; null for all.</param>
/// <param name="Progress">Shows what the tool does; null where the tool's own lines do.</param>
internal sealed record SampleBenchOptions(
    string Name, int? Gigabytes = null, IReadOnlyCollection<string>? Packages = null, DemoProgress? Progress = null);

/// <summary>`demo`, `bench builds` and `bench cache`: `dotnet cow bench` as it was packed last, on this repository's samples.</summary>
internal sealed class SampleBench(
    SampleBenchOptions options, IReadOnlyList<BenchVolume> volumes, string scratch, CancellationToken cancel)
{
    /// <summary>The tool takes fewer rounds only with --few, and calls the result unreliable.</summary>
    internal const int EnoughRounds = 5;

    // A service has 89 MB, an arm keeps its outputs until its next build, and a volume that is nearly full is a slow one.
    private const double GigabytesForAService = 0.75;
    private const int GigabytesBeside = 4;
    private const int LeastGigabytes = 16;
    private const long LeastBytesForAService = 500_000_000;

    private readonly List<string> _results = [];

    internal static string Tool => Path.Combine(Repository.Artifacts, "bin", "CopyOnWrite.Tool", "release", "dotnet-cow.dll");

    internal BenchVolume? Plain => volumes.FirstOrDefault(volume => !volume.Clones);

    internal BenchVolume[] Cloning => [.. volumes.Where(volume => volume.Clones)];

    // Against which the tool holds the others.
    internal BenchVolume[] PlainFirst => [.. volumes.OrderBy(volume => volume.Clones)];

    /// <summary>1 if something in a result needs attention.</summary>
    internal int ExitCode { get; private set; }

    /// <summary>
    /// Clean and no-op builds of two samples, everything on one volume, where there is least to gain; the SDK by each of its two lines.
    /// </summary>
    internal static Task<int> BuildsAsync(int rounds, int seed, CancellationToken cancel) => RunAsync(new("builds"), async bench =>
    {
        string[] arms = [.. Arms("built-in", "built-in-again", "sdk", "sdk-as-package"), "--no-op", .. Rounds(rounds), .. Seed(seed)];
        await bench.MeasureAsync(Repository.Sample("DeepGraph"), bench.PlainFirst, ["--packages-on-each", .. arms]);
        await bench.MeasureAsync(Repository.Sample("Microservices"), bench.PlainFirst, ["--packages-on-each", .. arms]);
        return await bench.ReportAsync();
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
                throw new NotSupportedException($"{small.FileSystem} has too little free space for {services} services, five times.");
            }

            string sample = Path.Combine(plain.Folder, $"Microservices with {services} services");
            SampleRepository.Create(Repository.Sample("Microservices"), sample, Repository.Packages, sdkVersion: null);
            await MicroservicesSample.ScaleAsync(sample, services, cancel);
            string[] arms =
            [
                "--packages", PackagesOn(plain), "--count-files", .. Rounds(rounds), .. Seed(seed),
                .. Arms("built-in", "built-in-again", "sdk", "sdk-cold-cache", "sdk-without-cache"),
            ];
            foreach (BenchVolume volume in bench.Cloning)
            {
                // One after the other: what one leaves free is the next one's image to grow into.
                await bench.MeasureAsync(sample, [volume], arms);
            }

            return await bench.ReportAsync();
        }, cancel);
    }

    /// <summary>Packs, mounts the volumes, measures, and leaves nothing but the report.</summary>
    /// <param name="measure">Returns the exit code.</param>
    internal static async Task<int> RunAsync(SampleBenchOptions options, Func<SampleBench, Task<int>> measure, CancellationToken cancel)
    {
        int exitCode = await Pack.RunAsync(cancel, only: options.Packages);
        if (exitCode != 0)
        {
            return exitCode;
        }

        await using MountedVolumes mounted = await MountedVolumes.UpAsync(cancel, options.Gigabytes);
        IReadOnlyList<BenchVolume> volumes = BenchVolume.Find(mounted.Variables, options.Name);
        string scratch = Directory.CreateTempSubdirectory($"cow-{options.Name}-").FullName;
        if (mounted.Variables.Count == 0)
        {
            string atHand = string.Join(", ", volumes.Select(volume => volume.FileSystem));
            Console.WriteLine($"No volumes were mounted, so the volumes at hand are used: {atHand}.");
        }

        try
        {
            return await measure(new SampleBench(options, volumes, scratch, cancel));
        }
        catch (NotSupportedException e)
        {
            Console.Error.WriteLine(e.Message);
            return 2;
        }
        finally
        {
            BenchVolume.Delete(volumes);
            Directory.Delete(scratch, recursive: true);
        }
    }

    /// <returns>The file of the result.</returns>
    internal async Task<string> MeasureAsync(string sample, IEnumerable<BenchVolume> on, string[] arguments)
    {
        string result = Path.Combine(scratch, $"{_results.Count + 1}");
        string[] bench =
        [
            "bench", sample, .. on.SelectMany(volume => new[] { "--volume", volume.Folder }), .. arguments,
            "--source", Repository.Packages, "--output", result,
        ];
        (int exitCode, string output) =
            options.Progress is { } progress ? await ShowAsync(bench, progress) : await ReadAsync(bench);

        // The report of all results comes at the end. 1 is for what needs attention in one of them, and the report repeats that.
        if (exitCode > 1)
        {
            throw new NotSupportedException($"`dotnet cow bench` ended with {exitCode}. {output}");
        }

        ExitCode = Math.Max(ExitCode, exitCode);
        _results.Add(result + ".json");
        return result + ".json";
    }

    /// <summary>Merges the results into a report in artifacts/benchmarks.</summary>
    /// <returns>The report's files, without their extensions.</returns>
    internal async Task<string> MergeAsync()
    {
        string output = ReportName();
        (int exitCode, string text) = await Shell.ReadAsync("dotnet", Merge(output), cancel);
        ExitCode = Math.Max(ExitCode, exitCode);
        return exitCode > 1 ? throw new NotSupportedException($"`dotnet cow bench merge` ended with {exitCode}. {text}") : output;
    }

    internal static string PackagesOn(BenchVolume volume) => Path.Combine(volume.Folder, "packages");

    internal static string[] Arms(params string[] names) => [.. names.SelectMany(name => new[] { "--arm", name })];

    internal static string[] Rounds(int rounds) => ["--rounds", $"{rounds}", .. rounds < EnoughRounds ? ["--few"] : Array.Empty<string>()];

    private Task<(int ExitCode, string Output)> ReadAsync(string[] bench)
    {
        Console.WriteLine($"dotnet cow {string.Join(' ', bench)}");
        return Shell.ReadAsync("dotnet", [Tool, .. bench], cancel);
    }

    private async Task<(int ExitCode, string Output)> ShowAsync(string[] bench, DemoProgress progress)
    {
        var others = new List<string>();
        int exitCode = await Shell.ReadLinesAsync("dotnet", [Tool, .. bench], line =>
        {
            if (!progress.Show(line))
            {
                others.Add(line);
            }
        }, cancel);
        return (exitCode, string.Join(Environment.NewLine, others));
    }

    /// <summary>Shows the report of all results.</summary>
    private async Task<int> ReportAsync()
    {
        Console.WriteLine();
        return Math.Max(ExitCode, await Shell.RunAsync("dotnet", Merge(ReportName()), cancel));
    }

    private string ReportName()
    {
        string folder = Path.Combine(Repository.Artifacts, "benchmarks");
        Directory.CreateDirectory(folder);
        return Path.Combine(folder, $"{options.Name}-{DateTime.UtcNow.ToString("yyyy-MM-dd-HHmmss", CultureInfo.InvariantCulture)}");
    }

    private string[] Merge(string output) => [Tool, "bench", "merge", .. _results, "--output", output];

    private static string[] Seed(int seed) => ["--seed", $"{seed}"];
}
