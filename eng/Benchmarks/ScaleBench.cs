namespace CopyOnWrite.Benchmarks;

/// <summary>
/// <c>./build.sh bench scale</c>: 1,000 to 100,000 settled files in one call, a hundred in a folder, to new destinations. Times come from
/// one engine that has made such calls before; the memory of a call from a new process for each.
/// </summary>
internal sealed class ScaleBench(CallBench common, BenchVolume volume, BareLoop? bare, CancellationToken cancel)
{
    private const long Size = 4097;

    private static readonly int[] s_counts = [1000, 10_000, 100_000];

    private readonly int[] _counts = [.. s_counts.Where(count => count <= common.Options.Files).DefaultIfEmpty(common.Options.Files)];
    private readonly string _destinations = Path.Combine(volume.Folder, "to");
    private readonly Volume _disk = Volume.At(volume.Folder);

    internal static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        BareLoop? bare = await BareLoop.CompileAsync(common.Scratch, cancel);
        var times = new List<ScaleRow>();
        var memory = new List<ScaleRow>();
        foreach (BenchVolume volume in common.Volumes)
        {
            var bench = new ScaleBench(common, volume, bare, cancel);
            await bench.WriteSourcesAsync();
            times.AddRange(await bench.TimeAsync());
            if (volume == common.Volumes[0])
            {
                memory.AddRange(await bench.MeasureMemoryAsync()); // Memory does not depend on volumes.
            }

            CallFiles.Delete(volume.Folder);
        }

        common.Write(
            "scale",
            "Many files in one call",
            new { times, memory },
            Tables(times, memory),
            CallBench.InOneEngine,
            "Settled files of 4,097 bytes, 100 in a folder, to new folders. The memory is that of a new process for each call (VmHWM), "
                + "with the engine and the list of files. bare: a C loop of the necessary system calls alone, on one thread. growth: the "
                + "time for a file over that in the call with the fewest files.");
    }

    private async Task WriteSourcesAsync()
    {
        string sources = Path.Combine(volume.Folder, "settled");
        CallFiles.WriteOld(sources, _counts[^1], Size, CallFiles.NameInFolders);
        foreach (int count in _counts)
        {
            CallFiles.WritePairs(Pairs(count), Enumerable.Range(0, count).Select(CallFiles.NameInFolders), sources, _destinations);
        }

        await CallFiles.SettleAsync(volume, cancel);
    }

    /// <summary>All counts in each round, so that growth is compared within a round.</summary>
    private async Task<IEnumerable<ScaleRow>> TimeAsync()
    {
        await using CopyEngine engine = await common.StartEngineAsync(cancel);
        return await MeasureAsync(bare is null ? Series.Usual : [.. Series.Usual, Series.Bare], async (arm, count) =>
            (arm == Series.Bare
                ? await bare!.RunAsync(Pairs(count), volume.Clones, "new", cancel)
                : (await engine.CallAsync(arm, Pairs(count), skipUnchanged: false, cancel)).Task) / count);
    }

    private Task<IEnumerable<ScaleRow>> MeasureMemoryAsync() => MeasureAsync(Series.Usual, async (arm, count) =>
    {
        await using CopyEngine engine = await common.StartEngineAsync(cancel);
        return (await engine.CallAsync(arm, Pairs(count), skipUnchanged: false, cancel)).PeakKilobytes / 1024.0;
    });

    private async Task<IEnumerable<ScaleRow>> MeasureAsync(string[] arms, Func<string, int, Task<double>> measureAsync)
    {
        var calls = _counts.SelectMany(count => arms.Select(arm => (arm, count)))
            .ToDictionary(call => $"{call.count:N0} files, {call.arm}");
        var found = await Rounds.RunAsync([.. calls.Keys], common.Options.Rounds, async (call, _) =>
        {
            _disk.WriteBack();
            double value = await measureAsync(calls[call].arm, calls[call].count);
            CallFiles.Delete(_destinations);
            Console.WriteLine($"{volume.FileSystem}, {call}: {value:0.0}");
            return value;
        });
        return _counts.Select(count => new ScaleRow(
            volume.FileSystem,
            count,
            new Series(calls.Where(call => call.Value.count == count).ToDictionary(call => call.Value.arm, call => found[call.Key]))));
    }

    private string Pairs(int count) => Path.Combine(common.Scratch, $"{count}");

    private static IEnumerable<string> Tables(IReadOnlyList<ScaleRow> times, IReadOnlyList<ScaleRow> memory) =>
    [
        "## µs per file",
        string.Empty,
        .. ResultFile.Table(
            ["volume", "files", "built-in", "ours", "bare", "built-in / ours", "A/A", "growth: built-in", "ours", "bare"],
            times.Select(row => (string[])
            [
                .. Medians(row), row.Series.Median(Series.Bare), Markdown.Text(row.Series.Ratio), Markdown.Text(row.Series.Noise),
                .. ((string[])[Series.BuiltIn, Series.Ours, Series.Bare]).Select(arm => Growth(times, row, arm)),
            ])),
        "## Peak memory, MB",
        string.Empty,
        .. ResultFile.Table(
            ["volume", "files", "built-in", "ours", "ours / built-in", "A/A"],
            memory.Select(row => (string[])
            [
                .. Medians(row), row.Series.OverText(Series.Ours, Series.BuiltIn), row.Series.OverText(Series.Again, Series.BuiltIn),
            ])),
    ];

    private static string Growth(IReadOnlyList<ScaleRow> times, ScaleRow row, string arm)
    {
        Series fewest = times.First(other => other.FileSystem == row.FileSystem).Series;
        return Markdown.Text(fewest.Has(arm) ? Estimate.Ratio(row.Series.Arms[arm], fewest.Arms[arm]) : null);
    }

    private static string[] Medians(ScaleRow row) =>
        [row.FileSystem, $"{row.Files:N0}", row.Series.Median(Series.BuiltIn), row.Series.Median(Series.Ours)];

    /// <summary>Calls with that many files: µs per file, or the peak MB of a new process.</summary>
    private sealed record ScaleRow(string FileSystem, int Files, Series Series);
}
