using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;
using Spectre.Console;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>
/// samples/Microservices with many services on each volume that clones, its packages on one that does not: what the clone source cache
/// saves. All arms build once in each round, in a random order. The built-in has two, which shows how much of a difference is noise.
/// </summary>
internal sealed class CacheBench(BenchOptions options, Place plain, string sample, IReadOnlyDictionary<string, string?> variables)
{
    // A service has 89 MB, an arm keeps its outputs until its next build, and a volume that is nearly full is a slow one.
    private const double GigabytesForAService = 0.75;
    private const int GigabytesBeside = 4;
    private const int LeastGigabytes = 16;

    private const long LeastBytesForAService = 500_000_000;

    private readonly Random _random = new(options.Seed);

    internal static Task<int> RunAsync(BenchOptions options, CancellationToken cancel)
    {
        int gigabytes = Math.Max(LeastGigabytes, (int)(options.Services * GigabytesForAService) + GigabytesBeside);
        return BenchVolumes.UseAsync(gigabytes, (plain, cloning) => RunAsync(options, plain, cloning, cancel), cancel);
    }

    private static async Task<int> RunAsync(BenchOptions options, Place plain, Place[] cloning, CancellationToken cancel)
    {
        if (cloning.FirstOrDefault(p => Volume.At(p.Folder).FreeBytes < options.Services * LeastBytesForAService) is { } small)
        {
            Console.Error.WriteLine($"{small.FileSystem} has too little room for the outputs of {options.Services} services, five times.");
            return 2;
        }

        string sample = Path.Combine(plain.Folder, "sample");
        SampleRepository.Create(Repository.Sample("Microservices"), sample, Repository.Packages, sdkVersion: null);
        await MicroservicesSample.ScaleAsync(sample, options.Services, cancel);

        using var server = new CompilerServer();
        var bench = new CacheBench(options, plain, sample, server.Variables);
        var results = new List<CacheVolumeResult>();
        foreach (Place place in cloning)
        {
            results.Add(await bench.MeasureAsync(place, cancel));
            Place.Delete([place]); // Its blocks are free for the next one's image.
        }

        DotNetResult version = await DotNet.RunAsync(sample, ["--version"], cancellation: cancel);
        var result = new CacheResult(
            DateTimeOffset.UtcNow,
            await Repository.CommitAsync(cancel),
            Machine.Current,
            version.Output.Trim(),
            options,
            plain.FileSystem,
            Mount.Describe(plain.Folder),
            results);
        CacheReport.Write(result);
        return result.OutputsAreTheSame ? 0 : 1;
    }

    private async Task<CacheVolumeResult> MeasureAsync(Place place, CancellationToken cancel)
    {
        string facts = Mount.Describe(place.Folder);
        CacheArm[] arms = CacheArm.All(place.Folder, plain.Packages, variables);
        int step = 0;
        int steps = arms.Length * (options.Rounds + 2);
        void Say(CacheArm arm, string what) => AnsiConsole.WriteLine($"{++step,3} of {steps}  {place.FileSystem}, {arm.Name}: {what}");

        foreach (CacheArm arm in arms)
        {
            Say(arm, arm.Preparation);
            await arm.CreateAsync(sample, cancel);
        }

        var orders = new List<IReadOnlyList<string>>();
        for (int round = 0; round <= options.Rounds; round++)
        {
            CacheArm[] order = [.. arms];
            _random.Shuffle(order);
            foreach (CacheArm arm in order)
            {
                Say(arm, round == 0 ? "first build, not timed" : $"build {round} of {options.Rounds}");
                await (round == 0 ? arm.CountAsync(cancel) : arm.TimeAsync(cancel));
            }

            if (round > 0)
            {
                orders.Add([.. order.Select(arm => arm.Name)]);
            }
        }

        TreeSnapshot expected = arms[0].Outputs();
        return new CacheVolumeResult(
            place.FileSystem,
            facts,
            [.. arms.Select(arm => arm.Result(arm == arms[0] ? [] : expected.Differences(arm.Outputs(), MtimeComparison.ByOrigin)))],
            orders);
    }
}
