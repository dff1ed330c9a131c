namespace CopyOnWrite.Benchmarks;

/// <summary>
/// <c>./build.sh bench staging</c>: a folder of settled files is copied by our staging, by the built-in task, and by <c>rsync -a</c>, in
/// turns. The tasks run in one engine; rsync is timed as a process, including some milliseconds for its start.
/// </summary>
internal sealed class StagingBench(
    CallBench common, BenchVolume volume, StagingBench.Case work, CopyEngine engine, CancellationToken cancel)
{
    private const int FilesToProve = 50;
    private const string Stage = "stage";
    private const string Rsync = "rsync";

    private static readonly Case[] s_cases =
    [
        new("1 GiB in 512 files", 512, 2 * 1024 * 1024),
        new("20,000 files of 8 KiB", 20_000, 8 * 1024),
        new("100,000 files, unchanged", 100_000, 1024, Unchanged: true),
    ];

    private readonly string _source = Path.Combine(volume.Folder, "source");
    private readonly string _destination = Path.Combine(volume.Folder, "copy");
    private readonly string _files = Path.Combine(common.Scratch, "files");
    private readonly string _folders = Path.Combine(common.Scratch, "folders");

    internal static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        var rows = await common.OnEachVolumeAsync<(Row Times, string Cloned)>(async volume =>
        {
            var found = new List<(Row, string)>();
            foreach (Case work in s_cases)
            {
                await using CopyEngine engine = await common.StartEngineAsync(cancel);
                found.Add(await new StagingBench(common, volume, work, engine, cancel).MeasureAsync());
                BenchVolumes.Delete(volume.Folder);
            }

            return found;
        });
        common.Write(
            "staging",
            "Staging a folder",
            rows.Select(row => row.Times),
            ResultFile.Table(
                [
                    "volume", "files", "ms: built-in", "rsync -a", "ours", "built-in / ours", "rsync / ours", "A/A", "on source's blocks",
                ],
                rows.Select(row => (string[])
                [
                    row.Times.Volume, row.Times.What, row.Times.Times.Median(Series.BuiltIn), row.Times.Times.Median(Rsync),
                    row.Times.Times.Median(Series.Ours), Markdown.Text(row.Times.Times.Ratio),
                    Markdown.Text(row.Times.Times.Over(Rsync, Series.Ours)), Markdown.Text(row.Times.Times.Noise), row.Cloned,
                ])),
            CallBench.InOneEngine,
            "Settled files, 100 in a folder. The tasks from the beginning to the end of the task, in an engine that has done it before; "
                + "the built-in gets the list of files, which ours and rsync read from the folders. rsync as a process.");
    }

    private async Task<(Row Times, string Cloned)> MeasureAsync()
    {
        string[] names = [.. Enumerable.Range(0, work.Files).Select(CallFiles.NameInFolders)];
        CallFiles.WriteOld(_source, work.Files, work.Size, CallFiles.NameInFolders);
        CallFiles.WritePairs(_files, names.Select(name => (Path.Combine(_source, name), Path.Combine(_destination, name))));
        CallFiles.WritePairs(_folders, [(_source, _destination)]);
        await CallFiles.SettleAsync(volume, cancel);
        if (work.Unchanged)
        {
            await CallAsync(Rsync);
        }

        var times = await Rounds.RunAsync([Series.Ours, Series.BuiltIn, Rsync, Series.Again], common.Options.Rounds, async (arm, _) =>
        {
            double time = await CallAsync(arm);
            Console.WriteLine($"{volume.FileSystem}, {work.Name}, {arm}: {time:0.0} ms");
            if (!work.Unchanged)
            {
                BenchVolumes.Delete(_destination);
            }

            return time;
        });
        return (new Row(volume.FileSystem, work.Name, new Series(times)), await ProveAsync(names));
    }

    /// <summary>The ms of one call, which must not wait for the last one's writes.</summary>
    private async Task<double> CallAsync(string arm)
    {
        volume.WriteBack();
        if (arm != Rsync)
        {
            bool isOurs = arm == Series.Ours;
            CallTime call = await engine.CallAsync(isOurs ? Stage : arm, isOurs ? _folders : _files, work.Unchanged, cancel);
            return call.Task / 1000;
        }

        var clock = Stopwatch.StartNew();
        await Shell.RequireAsync(Rsync, ["-a", _source + "/", _destination + "/"], cancel);
        return clock.Elapsed.TotalMilliseconds;
    }

    /// <summary>How many of some files that our task stages share their source's blocks.</summary>
    private async Task<string> ProveAsync(string[] names)
    {
        BenchVolumes.Delete(_destination);
        await engine.CallAsync(Stage, _folders, skipUnchanged: false, cancel);
        volume.WriteBack();
        string[] looked = [.. names.Where((_, i) => i % Math.Max(names.Length / FilesToProve, 1) == 0).Take(FilesToProve)];
        int shared = looked.Count(name =>
            Extents.BytesInCommon(Path.Combine(_source, name), Path.Combine(_destination, name)) >= work.Size);
        return $"{shared} of {looked.Length}";
    }

    /// <param name="Unchanged">Whether all is up to date.</param>
    internal sealed record Case(string Name, int Files, long Size, bool Unchanged = false);
}
