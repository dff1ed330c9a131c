using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>
/// <c>./build.sh bench scale</c>: 1,000 to 100,000 settled files in one call, a hundred in a folder, to new destinations. Times come from
/// one engine that has made such calls before; the memory of a call from a new process for each.
/// </summary>
internal sealed class ScaleBench(CallBench common, Place place, CancellationToken cancel)
{
    private const long Size = 4097;
    private const int FilesInFolder = 100;
    private const int WarmUps = 10;

    private static readonly int[] s_counts = [1000, 10_000, 100_000];

    // The built-in has two.
    private static readonly string[] s_arms = ["builtin", "ours", "builtin"];

    private readonly int[] _counts = [.. s_counts.Where(c => c <= (common.Options.Calls.Files ?? c)).DefaultIfEmpty(common.Options.Calls.Files ?? 0)];
    private readonly string _sources = Path.Combine(place.Folder, "settled");
    private readonly string _destinations = Path.Combine(place.Folder, "to");
    private readonly Volume _volume = Volume.At(place.Folder);

    internal static Task<int> RunAsync(BenchOptions options, CancellationToken cancel) =>
        CallBench.RunAsync(options, common => RunAsync(common, cancel), cancel);

    private static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        Circumstances circumstances = await common.CircumstancesAsync(cancel);
        var rows = new List<ScaleRow>();
        var memory = new List<MemoryRow>();
        foreach (Place place in common.Places)
        {
            var bench = new ScaleBench(common, place, cancel);
            await bench.WriteSourcesAsync();
            rows.AddRange(await bench.TimeAsync());
            if (place == common.Places[0])
            {
                memory.AddRange(await bench.WeighAsync()); // Memory is no matter of volumes.
            }

            BenchFiles.Delete(place.Folder);
        }

        ScaleReport.Write(rows, memory, circumstances.AtTheEnd());
    }

    private static string NameOf(int file) => $"d{file / FilesInFolder:0000}/f{file % FilesInFolder:00}.bin";

    private async Task WriteSourcesAsync()
    {
        BenchFiles.WriteOld(_sources, _counts[^1], Size, NameOf);
        foreach (int count in _counts)
        {
            BenchFiles.WritePairs(
                Pairs(count), Enumerable.Range(0, count).Select(NameOf).Select(name => (Path.Combine(_sources, name), Path.Combine(_destinations, name))));
        }

        _volume.WriteBack();
        await BenchFiles.SettleAsync(cancel);
    }

    /// <summary>All counts in each round, so that growth is compared within a round.</summary>
    private async Task<IReadOnlyList<ScaleRow>> TimeAsync()
    {
        await using CopyEngine engine = await common.StartEngineAsync(cancel);
        for (int i = 0; i < WarmUps; i++)
        {
            await OnceAsync(engine, s_arms[i % 2], _counts[0]);
        }

        var times = _counts.ToDictionary(count => count, _ => s_arms.Select(_ => new List<double>()).ToArray());
        for (int round = 0; round < common.Options.Rounds; round++)
        {
            foreach (int count in _counts)
            {
                foreach (int arm in Turns.Of(s_arms.Length, round))
                {
                    CallTime time = await OnceAsync(engine, s_arms[arm], count);
                    times[count][arm].Add(time.Task / count);
                    Console.WriteLine($"{place.FileSystem}, {count:N0} files, {s_arms[arm]}: {time.Task / count:0.0} µs a file");
                }
            }
        }

        return [.. _counts.Select(count => new ScaleRow(place.FileSystem, count, times[count][0], times[count][1], times[count][2]))];
    }

    private async Task<IReadOnlyList<MemoryRow>> WeighAsync()
    {
        var rows = new List<MemoryRow>();
        foreach (int count in _counts)
        {
            List<double>[] peaks = [.. s_arms.Select(_ => new List<double>())];
            for (int round = 0; round < common.Options.Rounds; round++)
            {
                foreach (int arm in Turns.Of(s_arms.Length, round))
                {
                    await using CopyEngine engine = await common.StartEngineAsync(cancel);
                    CallTime call = await OnceAsync(engine, s_arms[arm], count);
                    peaks[arm].Add(call.PeakKilobytes / 1024.0);
                    Console.WriteLine($"{place.FileSystem}, {count:N0} files, {s_arms[arm]}: {call.PeakKilobytes / 1024.0:0.0} MB");
                }
            }

            rows.Add(new MemoryRow(place.FileSystem, count, peaks[0], peaks[1], peaks[2]));
        }

        return rows;
    }

    private async Task<CallTime> OnceAsync(CopyEngine engine, string task, int count)
    {
        _volume.WriteBack();
        CallTime time = await engine.CallAsync(task, Pairs(count), skipUnchanged: false, cancel);
        BenchFiles.Delete(_destinations);
        return time;
    }

    private string Pairs(int count) => Path.Combine(common.Scratch, $"{count}");
}
