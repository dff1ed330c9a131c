namespace CopyOnWrite.Benchmarks;

/// <summary>
/// A folder of settled files is copied by ours, by another task or program, and by <c>rsync -a</c>, in turns. The tasks run in one engine,
/// and are timed from their beginning to their end; programs are timed as processes, including some milliseconds for their start.
/// </summary>
/// <param name="isTree">Ours is <see cref="TreeClone"/>, and the other is cp; else our staging and the built-in.</param>
internal sealed class FolderBench(CallBench common, BenchVolume volume, FolderBench.Case work, bool isTree, CancellationToken cancel)
{
    private const int FilesToProve = 50;
    private const string Stage = "stage";
    private const string Rsync = "rsync";

    private readonly string _source = Path.Combine(volume.Folder, "source");
    private readonly string _destination = Path.Combine(volume.Folder, "copy");
    private readonly string _files = Path.Combine(common.Scratch, "files");
    private readonly string _folders = Path.Combine(common.Scratch, "folders");
    private int _cloned;

    /// <summary><c>./build.sh bench staging</c>: the built-in gets the list of files.</summary>
    internal static Task RunStagingAsync(CallBench common, CancellationToken cancel) => RunAsync(
        common,
        "Staging a folder",
        isTree: false,
        [
            new("1 GiB in 512 files", 512, 2 * 1024 * 1024),
            new("20,000 files of 8 KiB", 20_000, 8 * 1024),
            new("100,000 files, unchanged", 100_000, 1024, Unchanged: true),
        ],
        ["ms: built-in", "rsync -a", "ours", "built-in / ours", "rsync / ours", "A/A", "on source's blocks"],
        [
            CallBench.InOneEngine,
            "Settled files, 100 in a folder. The tasks from the beginning to the end of the task, in an engine that has done it before; "
                + "the built-in gets the list of files, which ours and rsync read from the folders. rsync as a process.",
        ],
        cancel);

    /// <summary><c>./build.sh bench tree</c>: <see cref="TreeClone"/> and <c>cp -a --reflink=auto</c>.</summary>
    internal static Task RunTreeAsync(CallBench common, CancellationToken cancel) => RunAsync(
        common,
        "Cloning a tree",
        isTree: true,
        [new("10,000", 10_000, 8 * 1024), new("100,000", 100_000, 8 * 1024)],
        ["ms: cp -a", "rsync -a", "TreeClone", "cp / TreeClone", "rsync / TreeClone", "A/A (cp)", "cloned"],
        ["cp has --reflink=auto. Settled files of 8 KiB, 100 in a folder, into a folder that does not exist."],
        cancel);

    private static async Task RunAsync(
        CallBench common, string title, bool isTree, Case[] cases, string[] columns, string[] how, CancellationToken cancel)
    {
        var rows = await common.OnEachVolumeAsync<(Row Times, string Cloned)>(async volume =>
        {
            var found = new List<(Row, string)>();
            foreach (Case work in cases)
            {
                found.Add(await new FolderBench(common, volume, work, isTree, cancel).MeasureAsync());
                BenchVolumes.Delete(volume.Folder);
            }

            return found;
        });
        common.Write(
            isTree ? "tree" : "staging",
            title,
            rows.Select(row => row.Times),
            ResultFile.Table(["volume", "files", .. columns], rows.Select(row => (string[])
            [
                row.Times.Volume, row.Times.What, .. Cells(row.Times.Times), row.Cloned,
            ])),
            how);
    }

    private static string[] Cells(Series times) =>
    [
        times.Median(Series.BuiltIn), times.Median(Rsync), times.Median(Series.Ours),
        Markdown.Text(times.Ratio), times.OverText(Rsync, Series.Ours), Markdown.Text(times.Noise),
    ];

    private async Task<(Row Times, string Cloned)> MeasureAsync()
    {
        string[] names = [.. Enumerable.Range(0, work.Files).Select(CallFiles.NameInFolders)];
        CallFiles.WriteOld(_source, work.Files, work.Size, CallFiles.NameInFolders);
        CallFiles.WritePairs(_files, names, _source, _destination);
        CallFiles.WritePairs(_folders, [string.Empty], _source, _destination);
        await CallFiles.SettleAsync(volume, cancel);
        await using CopyEngine? engine = isTree ? null : await common.StartEngineAsync(cancel);
        if (work.Unchanged)
        {
            await CallAsync(Rsync, engine);
        }

        var times = await Rounds.RunAsync([Series.Ours, Series.BuiltIn, Rsync, Series.Again], common.Options.Rounds, async (arm, _) =>
        {
            double time = await CallAsync(arm, engine);
            Console.WriteLine($"{volume.FileSystem}, {work.Name}, {arm}: {time:0.0} ms");
            if (!work.Unchanged)
            {
                BenchVolumes.Delete(_destination);
            }

            return time;
        });
        string cloned = engine is null ? $"{_cloned:N0}" : await ProveAsync(engine, names);
        return (new Row(volume.FileSystem, work.Name, new Series(times)), cloned);
    }

    /// <summary>The ms of one call, which must not wait for the last one's writes.</summary>
    private async Task<double> CallAsync(string arm, CopyEngine? engine)
    {
        volume.WriteBack();
        var clock = Stopwatch.StartNew();
        if (arm == Rsync)
        {
            await Shell.RequireAsync(Rsync, ["-a", _source + "/", _destination + "/"], cancel);
        }
        else if (engine is not null)
        {
            bool isOurs = arm == Series.Ours;
            CallTime call = await engine.CallAsync(isOurs ? Stage : arm, isOurs ? _folders : _files, work.Unchanged, cancel);
            return call.Task / 1000;
        }
        else if (arm == Series.Ours)
        {
            _cloned = TreeClone.Run(FileCloner.Shared.Platform, _source, _destination, new CloneTreeOptions(), cancel).Counts
                .Where(count => count.Kind == TreeEntryKind.Cloned).Sum(count => count.Files);
        }
        else
        {
            await Shell.RequireAsync("cp", ["-a", "--reflink=auto", _source, _destination], cancel);
        }

        return clock.Elapsed.TotalMilliseconds;
    }

    /// <summary>How many of some files that our task stages share their source's blocks.</summary>
    private async Task<string> ProveAsync(CopyEngine engine, string[] names)
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
