using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Benchmarks;

/// <summary>
/// <c>./build.sh bench scale</c>: 1,000 to 100,000 settled files in one call, a hundred in a folder, to new destinations. Times come from
/// one engine that has made such calls before; the memory of a call from a new process for each.
/// </summary>
internal sealed class ScaleBench(CallBench common, BenchVolume volume, BareLoop? bare, CancellationToken cancel)
{
    private const long Size = 4097;
    private const int WarmUps = 10;

    private static readonly int[] s_counts = [1000, 10_000, 100_000];

    // The built-in has two.
    private static readonly string[] s_arms = ["builtin", "ours", "builtin"];

    private readonly int[] _counts = [.. s_counts.Where(c => c <= (common.Options.Files ?? c)).DefaultIfEmpty(common.Options.Files ?? 0)];
    private readonly string _sources = Path.Combine(volume.Folder, "settled");
    private readonly string _destinations = Path.Combine(volume.Folder, "to");
    private readonly Volume _disk = Volume.At(volume.Folder);

    internal static Task<int> RunAsync(CallOptions options, CancellationToken cancel) =>
        CallBench.RunAsync(options, common => RunAsync(common, cancel), cancel);

    private static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        BareLoop? bare = await BareLoop.CompileAsync(common.Scratch, cancel);
        BenchEnvironment environment = await common.EnvironmentAsync(cancel);
        var rows = new List<ScaleRow>();
        var memory = new List<MemoryRow>();
        foreach (BenchVolume volume in common.Volumes)
        {
            var bench = new ScaleBench(common, volume, bare, cancel);
            await bench.WriteSourcesAsync();
            rows.AddRange(await bench.TimeAsync());
            if (volume == common.Volumes[0])
            {
                memory.AddRange(await bench.MeasureMemoryAsync()); // Memory is no matter of volumes.
            }

            CallFiles.Delete(volume.Folder);
        }

        ScaleReport.Write(rows, memory, environment.AtTheEnd());
    }

    private async Task WriteSourcesAsync()
    {
        CallFiles.WriteOld(_sources, _counts[^1], Size, CallFiles.NameInFolders);
        foreach (int count in _counts)
        {
            CallFiles.WritePairs(
                Pairs(count),
                Enumerable.Range(0, count).Select(CallFiles.NameInFolders)
                    .Select(name => (Path.Combine(_sources, name), Path.Combine(_destinations, name))));
        }

        _disk.WriteBack();
        await CallFiles.SettleAsync(cancel);
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
        var bareTimes = _counts.ToDictionary(count => count, _ => new List<double>());
        for (int round = 0; round < common.Options.Rounds; round++)
        {
            foreach (int count in _counts)
            {
                foreach (int arm in RoundOrder.Of(s_arms.Length, round))
                {
                    CallTime time = await OnceAsync(engine, s_arms[arm], count);
                    times[count][arm].Add(time.Task / count);
                    Console.WriteLine($"{volume.FileSystem}, {count:N0} files, {s_arms[arm]}: {time.Task / count:0.0} µs a file");
                }

                if (bare is not null)
                {
                    _disk.WriteBack();
                    bareTimes[count].Add(await bare.RunAsync(Pairs(count), volume.Clones, "new", cancel) / count);
                    CallFiles.Delete(_destinations);
                    Console.WriteLine($"{volume.FileSystem}, {count:N0} files, bare: {bareTimes[count][^1]:0.0} µs a file");
                }
            }
        }

        return
        [
            .. _counts.Select(count => new ScaleRow(
                volume.FileSystem, count, times[count][0], times[count][1], times[count][2], bare is null ? null : bareTimes[count])),
        ];
    }

    private async Task<IReadOnlyList<MemoryRow>> MeasureMemoryAsync()
    {
        var rows = new List<MemoryRow>();
        foreach (int count in _counts)
        {
            List<double>[] peaks = [.. s_arms.Select(_ => new List<double>())];
            for (int round = 0; round < common.Options.Rounds; round++)
            {
                foreach (int arm in RoundOrder.Of(s_arms.Length, round))
                {
                    await using CopyEngine engine = await common.StartEngineAsync(cancel);
                    CallTime call = await OnceAsync(engine, s_arms[arm], count);
                    peaks[arm].Add(call.PeakKilobytes / 1024.0);
                    Console.WriteLine($"{volume.FileSystem}, {count:N0} files, {s_arms[arm]}: {call.PeakKilobytes / 1024.0:0.0} MB");
                }
            }

            rows.Add(new MemoryRow(volume.FileSystem, count, peaks[0], peaks[1], peaks[2]));
        }

        return rows;
    }

    private async Task<CallTime> OnceAsync(CopyEngine engine, string task, int count)
    {
        _disk.WriteBack();
        CallTime time = await engine.CallAsync(task, Pairs(count), skipUnchanged: false, cancel);
        CallFiles.Delete(_destinations);
        return time;
    }

    private string Pairs(int count) => Path.Combine(common.Scratch, $"{count}");
}
