using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Benchmarks;

/// <summary><c>./build.sh bench first</c>: one Copy of a few small files in a process that has run other tasks but no Copy yet.</summary>
internal static class FirstBench
{
    private const int Files = 8;
    private const long Size = 16_384;
    private const double Most = 3;

    // The built-in has two.
    private static readonly string[] s_arms = ["builtin", "ours", "builtin"];

    internal static Task<int> RunAsync(CallOptions options, CancellationToken cancel) =>
        CallBench.RunAsync(options, common => RunAsync(common, cancel), cancel);

    private static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        BenchEnvironment environment = await common.EnvironmentAsync(cancel);
        var rows = new List<FirstRow>();
        foreach (BenchVolume volume in common.Volumes)
        {
            rows.Add(await MeasureAsync(common, volume, cancel));
        }

        Write(rows, environment.AtTheEnd());
    }

    private static async Task<FirstRow> MeasureAsync(CallBench common, BenchVolume volume, CancellationToken cancel)
    {
        string pairs = Path.Combine(common.Scratch, "pairs");
        string sources = Path.Combine(volume.Folder, "settled");
        string destinations = Path.Combine(volume.Folder, "to");
        CallFiles.WriteOld(sources, Files, Size, TaskCell.SourceName);
        CallFiles.WritePairs(
            pairs,
            Enumerable.Range(0, Files).Select(TaskCell.SourceName)
                .Select(name => (Path.Combine(sources, name), Path.Combine(destinations, name))));
        Volume.At(volume.Folder).WriteBack();
        await CallFiles.SettleAsync(cancel);

        List<CallTime>[] calls = [.. s_arms.Select(_ => new List<CallTime>())];
        for (int round = 0; round <= common.Options.Rounds; round++)
        {
            foreach (int arm in RoundOrder.Of(s_arms.Length, round))
            {
                await using CopyEngine engine = await common.StartEngineAsync(cancel);
                CallTime time = await engine.CallAsync(s_arms[arm], pairs, skipUnchanged: false, cancel);
                CallFiles.Delete(destinations);
                if (round > 0)
                {
                    calls[arm].Add(time);
                }
            }
        }

        var row = new FirstRow(volume.FileSystem, calls[0], calls[1], calls[2]);
        Console.WriteLine($"{volume.FileSystem}: {Markdown.Text(row.Longer)} ms longer, A/A {Markdown.Text(row.Noise)}");
        return row;
    }

    private static void Write(List<FirstRow> rows, BenchEnvironment environment)
    {
        Goal[] goals =
        [
            .. rows.Select(row =>
                Goal.AtMost($"{row.FileSystem}: ours less the built-in's", Most, row.Longer, " ms", $"A/A {Markdown.Text(row.Noise)}")),
        ];
        static string Median(double[] milliseconds) => Markdown.Micros(Estimate.Median(milliseconds));
        string[] report =
        [
            "# The first Copy in a new process",
            string.Empty,
            .. Goal.Table(goals),
            .. Markdown.Head("volume", "what, ms", "built-in", "ours", "ours less built-in", "A/A"),
            .. rows.SelectMany<FirstRow, string>(row =>
            [
                Markdown.Row(
                    row.FileSystem,
                    "task",
                    Median(FirstRow.Task(row.BuiltIn)),
                    Median(FirstRow.Task(row.Ours)),
                    Markdown.Text(row.Longer),
                    Markdown.Text(row.Noise)),
                Markdown.Row(
                    row.FileSystem,
                    "with finding and loading it",
                    Median(FirstRow.Target(row.BuiltIn)),
                    Median(FirstRow.Target(row.Ours)),
                    Markdown.Text(row.LongerWithLoading),
                    Markdown.Text(row.NoiseWithLoading)),
            ]),
            string.Empty,
            .. environment.Lines(
                $"Each call is the first Copy of a new process, {Files} settled files of {Size:N0} bytes into one new folder; "
                + "the engine has run another task before it. One round more came before, and is dropped."),
        ];
        ResultFile.Write("first", environment.Date.UtcDateTime, new { environment, goals, rows }, report);
    }
}

/// <summary>The first Copy of new processes, in pairs.</summary>
internal sealed record FirstRow(
    string FileSystem, IReadOnlyList<CallTime> BuiltIn, IReadOnlyList<CallTime> Ours, IReadOnlyList<CallTime> Again)
{
    /// <summary>ms that ours takes longer.</summary>
    public Estimate Longer { get; } = Estimate.Difference(Task(Ours), Task(BuiltIn));

    public Estimate Noise { get; } = Estimate.Difference(Task(Again), Task(BuiltIn));

    /// <summary>The same with finding the task and loading its assembly.</summary>
    public Estimate LongerWithLoading { get; } = Estimate.Difference(Target(Ours), Target(BuiltIn));

    public Estimate NoiseWithLoading { get; } = Estimate.Difference(Target(Again), Target(BuiltIn));

    internal static double[] Task(IEnumerable<CallTime> calls) => [.. calls.Select(c => c.Task / 1000)];

    internal static double[] Target(IEnumerable<CallTime> calls) => [.. calls.Select(c => c.Target / 1000)];
}
