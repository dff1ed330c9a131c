namespace CopyOnWrite.Benchmarks;

/// <summary>
/// <c>./build.sh bench matrix</c>: the published matrix, <see cref="File.Copy(string, string)"/> against CopyOnWrite.Core as programs call
/// it. One thread, no MSBuild.
/// </summary>
internal static class MatrixBench
{
    private const int Copies = 50;

    /// <summary>The published sizes, and two that are not whole blocks, as no real assembly is.</summary>
    private static readonly int[] s_sizes = [0, 1, 1024, 16_384, 18_321, 262_144, 280_001, 1_048_576, 16_777_216];

    internal static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        var rows = new List<Row>();
        foreach (BenchVolume volume in common.Volumes)
        {
            foreach (int size in s_sizes)
            {
                foreach (string content in size == 0 ? ["empty"] : new[] { "no data", "data" })
                {
                    cancel.ThrowIfCancellationRequested();
                    Series times = await MeasureAsync(common, volume, size, isWritten: content == "data");
                    rows.Add(new Row(volume.FileSystem, size, content, times));
                    Console.WriteLine($"{volume.FileSystem}, {size:N0} bytes, {content}: {Markdown.Text(times.Ratio)}");
                }
            }
        }

        common.Write(
            "matrix",
            "File.Copy against CopyOnWrite.Core, one file",
            rows,
            ResultFile.Table(
                ["volume", "bytes", "content", "µs: File.Copy", "CopyOnWrite.Core", "File.Copy / Core", "A/A"],
                rows.Select(row => (string[])
                [
                    row.FileSystem, $"{row.Size:N0}", row.Content, row.Times.Median(Series.BuiltIn), row.Times.Median(Series.Ours),
                    Markdown.Text(row.Times.Ratio), Markdown.Text(row.Times.Noise),
                ])),
            $"Time of one copy, of {Copies} of one source to new names, which are deleted between the calls.",
            "no data: the length is set, nothing is written. The source is on the disk before it is copied.",
            $"File.Copy of {Machine.Current.Runtime} clones as well, on Linux, macOS, and Windows from 24H2 on.");
    }

    private static async Task<Series> MeasureAsync(CallBench common, BenchVolume volume, int size, bool isWritten)
    {
        string source = Path.Combine(volume.Folder, "source");
        string targets = Path.Combine(volume.Folder, "targets");
        Create(source, size, isWritten);
        var times = await Rounds.RunAsync(Series.Usual, common.Options.Rounds, (arm, _) =>
        {
            CallFiles.Delete(targets);
            Directory.CreateDirectory(targets);
            string[] names = [.. Enumerable.Range(0, Copies).Select(i => Path.Combine(targets, $"{i}"))];
            Action<string> copy = arm == Series.Ours
                ? target => FileCloner.Shared.CloneOrCopy(source, target)
                : target => File.Copy(source, target);
            var clock = Stopwatch.StartNew();
            Array.ForEach(names, copy);
            return Task.FromResult(clock.Elapsed.TotalMicroseconds / Copies);
        });
        CallFiles.Delete(targets);
        return new Series(times);
    }

    /// <summary>Written to the disk when this returns: another benchmark measures clones of fresh files.</summary>
    private static void Create(string path, int size, bool isWritten)
    {
        using FileStream file = File.Create(path);
        byte[] content = new byte[isWritten ? size : 0];
        new Random(size).NextBytes(content);
        file.Write(content);
        file.SetLength(size);
        file.Flush(flushToDisk: true);
    }

    /// <summary>µs per copy.</summary>
    private sealed record Row(string FileSystem, int Size, string Content, Series Times);
}
