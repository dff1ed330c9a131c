namespace CopyOnWrite.Benchmarks;

/// <summary>
/// <c>./build.sh bench staging</c>: a folder of settled files is staged by our task, by the built-in Copy with the list of its files,
/// and by <c>rsync -a</c>. The tasks run in one engine; rsync is timed as a process, including some milliseconds for its start.
/// </summary>
internal sealed class StagingBench(CallBench common, BenchVolume volume, StagingBench.Case work, CancellationToken cancel)
{
    private const int FilesToProve = 50;
    private const string Stage = "stage";
    private const string Rsync = "rsync";

    private static readonly Case[] s_cases =
    [
        new("1 GiB in 512 files", 512, 2 * 1024 * 1024, Unchanged: false),
        new("20,000 files of 8 KiB", 20_000, 8 * 1024, Unchanged: false),
        new("100,000 files, unchanged", 100_000, 1024, Unchanged: true),
    ];

    private readonly string _source = Path.Combine(volume.Folder, "source");
    private readonly string _destination = Path.Combine(volume.Folder, "staged");
    private readonly string _files = Path.Combine(common.Scratch, "files");
    private readonly string _folders = Path.Combine(common.Scratch, "folders");
    private readonly Volume _disk = Volume.At(volume.Folder);

    internal static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        var rows = new List<StagingRow>();
        foreach (BenchVolume volume in common.Volumes)
        {
            foreach (Case work in s_cases)
            {
                rows.Add(await new StagingBench(common, volume, work, cancel).RunAsync());
                CallFiles.Delete(volume.Folder);
            }
        }

        common.Write(
            "staging",
            "Staging a folder",
            rows,
            ResultFile.Table(
                ["volume", "files", "ms: built-in", "rsync -a", "ours", "built-in / ours", "rsync / ours", "A/A", "on source's blocks"],
                rows.Select(row => (string[])
                [
                    row.FileSystem, row.Work.Name, row.Times.Median(Series.BuiltIn), row.Times.Median(Rsync), row.Times.Median(Stage),
                    row.Times.OverText(Series.BuiltIn, Stage), row.Times.OverText(Rsync, Stage), Markdown.Text(row.Times.Noise),
                    $"{row.Shared} of {row.Looked}",
                ])),
            CallBench.InOneEngine,
            "Settled files, 100 in a folder. The tasks from the beginning to the end of the task, in an engine that has done it before; "
                + "the built-in gets the list of files, which ours and rsync read from the folders. rsync as a process.");
    }

    private async Task<StagingRow> RunAsync()
    {
        CallFiles.WriteOld(_source, work.Files, work.Size, CallFiles.NameInFolders);
        string[] names = [.. Enumerable.Range(0, work.Files).Select(CallFiles.NameInFolders)];
        CallFiles.WritePairs(_files, names, _source, _destination);
        CallFiles.WritePairs(_folders, [string.Empty], _source, _destination);
        await CallFiles.SettleAsync(volume, cancel);
        await using CopyEngine engine = await common.StartEngineAsync(cancel);
        if (work.Unchanged)
        {
            await RsyncAsync();
        }

        var times = await Rounds.RunAsync([Stage, Series.BuiltIn, Rsync, Series.Again], common.Options.Rounds, async (arm, _) =>
        {
            _disk.WriteBack();
            double time = arm == Rsync
                ? await RsyncAsync()
                : (await engine.CallAsync(arm, arm == Stage ? _folders : _files, work.Unchanged, cancel)).Task;
            Console.WriteLine($"{volume.FileSystem}, {work.Name}, {arm}: {time / 1000:0.0} ms");
            if (!work.Unchanged)
            {
                CallFiles.Delete(_destination);
            }

            return time / 1000;
        });
        int looked = Math.Min(FilesToProve, names.Length);
        return new StagingRow(volume.FileSystem, work, new Series(times), await ProveAsync(engine, names), looked);
    }

    /// <summary>How many of some files that our task stages share their source's blocks.</summary>
    private async Task<int> ProveAsync(CopyEngine engine, string[] names)
    {
        CallFiles.Delete(_destination);
        await engine.CallAsync(Stage, _folders, skipUnchanged: false, cancel);
        _disk.WriteBack();
        int every = Math.Max(names.Length / FilesToProve, 1);
        return names.Where((_, i) => i % every == 0).Take(FilesToProve).Count(name =>
        {
            ExtentMap source = Extents.Read(Path.Combine(_source, name));
            return source.Extents.Count > 0 && Extents.BytesInCommon(source, Extents.Read(Path.Combine(_destination, name))) >= work.Size;
        });
    }

    /// <summary>µs.</summary>
    private async Task<double> RsyncAsync()
    {
        var clock = Stopwatch.StartNew();
        await Shell.RequireAsync(Rsync, ["-a", _source + "/", _destination + "/"], cancel);
        return clock.Elapsed.TotalMicroseconds;
    }

    /// <param name="Unchanged">Whether all is up to date.</param>
    internal sealed record Case(string Name, int Files, long Size, bool Unchanged);

    /// <summary>One folder staged in three ways: ms, round by round.</summary>
    /// <param name="Shared">Of <paramref name="Looked"/> files that our task staged, those that share their source's blocks.</param>
    private sealed record StagingRow(string FileSystem, Case Work, Series Times, int Shared, int Looked);
}
