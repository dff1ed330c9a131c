namespace CopyOnWrite.Benchmarks;

/// <summary><c>./build.sh bench first</c>: one Copy of a few small files in a process that has run other tasks but no Copy yet.</summary>
internal static class FirstBench
{
    private const int Files = 8;
    private const long Size = 16_384;

    internal static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        List<Row> rows = await common.OnEachVolumeAsync(volume => MeasureAsync(common, volume, cancel));
        common.Write(
            "first",
            "The first Copy in a new process",
            rows,
            ResultFile.Table(
                ["volume", "what, ms", "built-in", "ours", "ours less built-in", "A/A"],
                rows.Select(row => (string[])
                [
                    row.Volume, row.What, row.Times.Median(Series.BuiltIn), row.Times.Median(Series.Ours),
                    Longer(row, Series.Ours), Longer(row, Series.Again),
                ])),
            $"Each call is the first Copy of a new process, {Files} settled files of {Size:N0} bytes into one new folder; the engine has "
                + "run another task before it, with the logger of a plain `dotnet build`.");
    }

    private static async Task<IEnumerable<Row>> MeasureAsync(CallBench common, BenchVolume volume, CancellationToken cancel)
    {
        string pairs = Path.Combine(common.Scratch, "pairs");
        string sources = Path.Combine(volume.Folder, "settled");
        string destinations = Path.Combine(volume.Folder, "to");
        CallFiles.WriteOld(sources, Files, Size, TaskCell.SourceName);
        CallFiles.WritePairs(pairs, Enumerable.Range(0, Files).Select(TaskCell.SourceName).Select(name =>
            (Path.Combine(sources, name), Path.Combine(destinations, name))));
        await CallFiles.SettleAsync(volume, cancel);
        var calls = await Rounds.RunAsync(Series.Usual, common.Options.Rounds, async (arm, _) =>
        {
            await using CopyEngine engine = await common.StartEngineAsync(cancel);
            CallTime time = await engine.CallAsync(arm, pairs, skipUnchanged: false, cancel);
            BenchVolumes.Delete(destinations);
            return time;
        });
        var task = new Row(volume.FileSystem, "task", Series.Of(calls, call => call.Task / 1000));
        Console.WriteLine($"{volume.FileSystem}: {Longer(task, Series.Ours)} ms longer, A/A {Longer(task, Series.Again)}");
        return [task, new Row(volume.FileSystem, "with finding and loading it", Series.Of(calls, call => call.Target / 1000))];
    }

    private static string Longer(Row row, string arm) =>
        Markdown.Text(Estimates.Difference(row.Times.Arms[arm], row.Times.Arms[Series.BuiltIn]));
}
