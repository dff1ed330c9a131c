namespace CopyOnWrite.Benchmarks;

/// <summary>
/// <c>./build.sh bench tree</c>: a tree of settled files is cloned by <see cref="FileCloner.CloneTree"/>, by
/// <c>cp -a --reflink=auto</c> and by <c>rsync -a</c>. The programs are timed as processes, including some milliseconds for their start.
/// </summary>
internal static class TreeBench
{
    private const string Cp = "cp";
    private const string Rsync = "rsync";
    private const int FileSize = 8 * 1024;

    private static readonly int[] s_counts = [10_000, 100_000];

    internal static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        var rows = new List<TreeRow>();
        foreach (BenchVolume volume in common.Volumes)
        {
            foreach (int files in s_counts)
            {
                rows.Add(await MeasureAsync(common, volume, files, cancel));
                CallFiles.Delete(volume.Folder);
            }
        }

        common.Write(
            "tree",
            "Cloning a tree",
            rows,
            ResultFile.Table(
                ["volume", "files", "ms: cp -a", "rsync -a", "CloneTree", "cp / CloneTree", "rsync / CloneTree", "A/A (cp)", "cloned"],
                rows.Select(row => (string[])
                [
                    row.FileSystem, $"{row.Files:N0}", row.Times.Median(Cp), row.Times.Median(Rsync), row.Times.Median(Series.Ours),
                    row.Times.OverText(Cp, Series.Ours), row.Times.OverText(Rsync, Series.Ours), row.Times.OverText(Cp, Series.Again),
                    $"{row.Cloned:N0}",
                ])),
            "cp has --reflink=auto. Settled files of 8 KiB, 100 in a folder, into a folder that does not exist.");
    }

    private static async Task<TreeRow> MeasureAsync(CallBench common, BenchVolume volume, int files, CancellationToken cancel)
    {
        string source = Path.Combine(volume.Folder, "source");
        string destination = Path.Combine(volume.Folder, "clone");
        CallFiles.WriteOld(source, files, FileSize, CallFiles.NameInFolders);
        await CallFiles.SettleAsync(volume, cancel);
        FileCloner cloner = FileCloner.Shared;
        int cloned = 0;
        var times = await Rounds.RunAsync([Series.Ours, Cp, Rsync, Series.Again], common.Options.Rounds, async (arm, _) =>
        {
            Volume.At(volume.Folder).WriteBack();
            var clock = Stopwatch.StartNew();
            if (arm == Series.Ours)
            {
                cloned = cloner.CloneTree(source, destination, cancellation: cancel).Count(entry => entry.Outcome.IsClone);
            }
            else
            {
                string[] arguments = arm == Rsync ? ["-a", source + "/", destination + "/"] : ["-a", "--reflink=auto", source, destination];
                await Shell.RequireAsync(arm == Rsync ? Rsync : Cp, arguments, cancel);
            }

            double time = clock.Elapsed.TotalMilliseconds;
            Console.WriteLine($"{volume.FileSystem}, {files:N0} files, {arm}: {time:0.0} ms");
            CallFiles.Delete(destination);
            return time;
        });
        return new TreeRow(volume.FileSystem, files, new Series(times), cloned);
    }

    private sealed record TreeRow(string FileSystem, int Files, Series Times, int Cloned);
}
