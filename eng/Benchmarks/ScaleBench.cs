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

    internal static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        BareLoop? bare = await BareLoop.CompileAsync(common.Scratch, cancel);
        IEnumerable<Row> memory = [];
        List<Row> times = await common.OnEachVolumeAsync(async volume =>
        {
            var bench = new ScaleBench(common, volume, bare, cancel);
            await bench.WriteSourcesAsync();
            IEnumerable<Row> rows = await bench.TimeAsync();
            if (volume == common.Volumes[0])
            {
                memory = await bench.MeasureMemoryAsync(); // Memory does not depend on volumes.
            }

            return rows;
        });

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
    private async Task<IEnumerable<Row>> TimeAsync()
    {
        await using CopyEngine engine = await common.StartEngineAsync(cancel);
        return await MeasureAsync(bare is null ? Series.Usual : [.. Series.Usual, Series.Bare], async (arm, count) =>
            (arm == Series.Bare
                ? await bare!.RunAsync(Pairs(count), volume.Clones, "new", cancel)
                : (await engine.CallAsync(arm, Pairs(count), skipUnchanged: false, cancel)).Task) / count);
    }

    private Task<IEnumerable<Row>> MeasureMemoryAsync() => MeasureAsync(Series.Usual, async (arm, count) =>
    {
        await using CopyEngine engine = await common.StartEngineAsync(cancel);
        return (await engine.CallAsync(arm, Pairs(count), skipUnchanged: false, cancel)).PeakKilobytes / 1024.0;
    });

    private async Task<IEnumerable<Row>> MeasureAsync(string[] arms, Func<string, int, Task<double>> measureAsync)
    {
        var calls = _counts.SelectMany(count => arms.Select(arm => (arm, count)))
            .ToDictionary(call => $"{call.count:N0} files, {call.arm}");
        var found = await Rounds.RunAsync([.. calls.Keys], common.Options.Rounds, async (call, _) =>
        {
            volume.WriteBack();
            double value = await measureAsync(calls[call].arm, calls[call].count);
            BenchVolumes.Delete(_destinations);
            Console.WriteLine($"{volume.FileSystem}, {call}: {value:0.0}");
            return value;
        });
        return _counts.Select(count => new Row(
            volume.FileSystem,
            $"{count:N0}",
            new Series(calls.Where(call => call.Value.count == count).ToDictionary(call => call.Value.arm, call => found[call.Key]))));
    }

    private string Pairs(int count) => Path.Combine(common.Scratch, $"{count}");

    private static IEnumerable<string> Tables(IReadOnlyList<Row> times, IEnumerable<Row> memory) =>
    [
        "## µs per file",
        string.Empty,
        .. ResultFile.Table(
            ["volume", "files", "built-in", "ours", "bare", "built-in / ours", "A/A", "growth: built-in", "ours", "bare"],
            times.Select(row => (string[])
            [
                .. Medians(row), row.Times.Median(Series.Bare), Markdown.Text(row.Times.Ratio), Markdown.Text(row.Times.Noise),
                .. ((string[])[Series.BuiltIn, Series.Ours, Series.Bare]).Select(arm => Growth(times, row, arm)),
            ])),
        "## Peak memory, MB",
        string.Empty,
        .. ResultFile.Table(
            ["volume", "files", "built-in", "ours", "ours / built-in", "A/A"],
            memory.Select(row => (string[])
            [
                .. Medians(row), row.Times.OverText(Series.Ours, Series.BuiltIn), row.Times.OverText(Series.Again, Series.BuiltIn),
            ])),
    ];

    private static string Growth(IReadOnlyList<Row> times, Row row, string arm)
    {
        Series fewest = times.First(other => other.Volume == row.Volume).Times;
        return Markdown.Text(fewest.Has(arm) ? Estimate.Ratio(row.Times.Arms[arm], fewest.Arms[arm]) : null);
    }

    private static string[] Medians(Row row) =>
        [row.Volume, row.What, row.Times.Median(Series.BuiltIn), row.Times.Median(Series.Ours)];
}
