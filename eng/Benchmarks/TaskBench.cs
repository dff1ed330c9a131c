namespace CopyOnWrite.Benchmarks;

/// <summary>
/// <c>./build.sh bench task</c>: one call of Copy at a time, the built-in and ours in one engine, by size and state of files. In each round
/// every arm has one call; the order changes from round to round.
/// </summary>
internal sealed class TaskBench(CallBench common, BenchVolume volume, CopyEngine engine, CancellationToken cancel)
{
    private const int WarmUps = 30;
    private const int UnchangedCalls = 15; // A few milliseconds each, with nothing to clean up: the median of several counts.
    private const int Compiling = 500; // Milliseconds that the runtime gets to compile what was called often.

    internal static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        var clock = Stopwatch.StartNew();
        TaskReport.Write(await common.OnEachVolumeAsync<TaskRow>(async volume =>
        {
            IReadOnlyList<TaskCell> cells = TaskCell.Chosen(volume, common.Options);
            await WriteSettledSourcesAsync(volume, cells, cancel);
            await using CopyEngine engine = await common.StartEngineAsync(cancel);
            var bench = new TaskBench(common, volume, engine, cancel);
            await bench.WarmUpAsync();
            var rows = new List<TaskRow>();
            foreach (TaskCell cell in cells)
            {
                rows.Add(await bench.MeasureAsync(cell));
                Console.WriteLine($"{clock.Elapsed:mm\\:ss}  {TaskReport.Short(rows[^1])}");
            }

            return rows;
        }), common);
    }

    private static async Task WriteSettledSourcesAsync(BenchVolume volume, IEnumerable<TaskCell> cells, CancellationToken cancel)
    {
        foreach (IGrouping<long, TaskCell> size in cells.Where(c => c.IsSettled).GroupBy(c => c.Size))
        {
            CallFiles.WriteOld(ArmFiles.SettledFolder(volume, size.Key), size.Max(c => c.Files), size.Key, TaskCell.SourceName);
        }

        await CallFiles.SettleAsync(volume, cancel);
    }

    /// <summary>Runs every kind of call until the runtime has optimized it: another benchmark measures a build's first calls.</summary>
    private async Task WarmUpAsync()
    {
        foreach (string destination in (string[])["new", "existing", "unchanged"])
        {
            var cell = new TaskCell(volume.FileSystem, volume.Clones, 4096, 50, "fresh", destination, 1);
            ArmFiles files = new(volume, common.Scratch, cell, "a0");
            files.WritePairs();
            files.Prepare();
            for (int i = 0; i < WarmUps; i++)
            {
                foreach (string task in (string[])[Series.BuiltIn, Series.Ours])
                {
                    await engine.CallAsync(task, files.Pairs, cell.IsUnchanged, cancel);
                    if (cell.IsNew)
                    {
                        BenchVolumes.Delete(Path.Combine(volume.Folder, "to"));
                    }
                }
            }

            files.CleanUp(destinationsToo: true);
            await Task.Delay(Compiling, cancel);
        }
    }

    private async Task<TaskRow> MeasureAsync(TaskCell cell)
    {
        var files = Series.Usual.Select((arm, i) => (arm, new ArmFiles(volume, common.Scratch, cell, $"a{i + 1}"))).ToDictionary();
        var shares = new Dictionary<string, bool?>();
        foreach (ArmFiles file in files.Values)
        {
            file.WritePairs();
        }

        var times = await Rounds.RunAsync(Series.Usual, common.Options.Rounds, async (arm, round) =>
        {
            files[arm].Prepare();

            // The first round, which does not count, makes the files that are replaced or looked up.
            bool last = round == common.Options.Rounds;
            double time = await CallAsync(arm, cell, files[arm].Pairs, calls: round > 0 && cell.IsUnchanged ? UnchangedCalls : 1);
            if (last)
            {
                shares[arm] = cell.IsUnchanged ? null : files[arm].SharesBlocks();
            }

            files[arm].CleanUp(destinationsToo: cell.IsNew || last);
            return time / cell.Files;
        });
        return new TaskRow(cell, new Series(times), shares[Series.BuiltIn], shares[Series.Ours]);
    }

    private async Task<double> CallAsync(string arm, TaskCell cell, string pairs, int calls)
    {
        var times = new List<double>();
        for (int call = 0; call < calls; call++)
        {
            times.Add((await engine.CallAsync(arm, pairs, cell.IsUnchanged, cancel)).Task);
        }

        return Estimate.Median(times);
    }
}
