namespace CopyOnWrite.Benchmarks;

/// <summary>Writes the means, then every cell, losses included.</summary>
internal static class TaskReport
{
    private static readonly string[] s_columns =
    [
        "size", "files", "sources", "destination", "folders", "built-in", "ours", "built-in / ours", "A/A", "built-in does",
        "ours does",
    ];

    internal static void Write(IReadOnlyList<TaskRow> rows, CallBench common) => common.Write(
        "task",
        "The Copy task against the built-in",
        rows,
        [
            "## Geometric means over sizes and folders",
            string.Empty,
            .. Means(rows),
            .. rows.GroupBy(row => row.Cell.FileSystem).SelectMany(volume => (string[])
            [
                $"## {volume.Key}, µs per file",
                string.Empty,
                .. ResultFile.Table(s_columns, volume.Select(Cells)),
            ]),
        ],
        CallBench.InOneEngine,
        "One call copies the number of files given, from one folder. settled: on the disk and older than four seconds, in the cache; "
            + "fresh: written just before the call, for each call anew. "
            + "Fewer files than 1,000 (100 of 16 MiB) where a call would have more than 64 MiB to write. "
            + "\"does\": by the blocks that the first file and its copy have in common. Bold: slower by more than the noise.");

    internal static string Short(TaskRow row) =>
        $"{row.Cell}: {row.Times.Median(Series.BuiltIn)} and {row.Times.Median(Series.Ours)} µs, {Markdown.Text(row.Times.Ratio)}, "
        + $"A/A {Markdown.Text(row.Times.Noise)}";

    private static IEnumerable<string> Means(IReadOnlyList<TaskRow> rows) => ResultFile.Table(
        ["volume", "sources", "destination", "cells", "built-in / ours"],
        rows.GroupBy(row => (row.Cell.FileSystem, row.Cell.Sources, row.Cell.Destination)).Select(state => (string[])
        [
            state.Key.FileSystem, state.Key.Sources, state.Key.Destination, $"{state.Count()}", Markdown.Text(Mean(state)),
        ]));

    private static Estimate Mean(IEnumerable<TaskRow> rows) => Estimates.MeanRatio(
    [
        .. rows.Select(row =>
            ((IReadOnlyList<double>)row.Times.Arms[Series.BuiltIn], (IReadOnlyList<double>)row.Times.Arms[Series.Ours])),
    ]);

    private static string[] Cells(TaskRow row) =>
    [
        $"{row.Cell.Size:N0}", $"{row.Cell.Files:N0}", row.Cell.Sources, row.Cell.Destination, $"{row.Cell.Folders}",
        row.Times.Median(Series.BuiltIn), row.Times.Median(Series.Ours),
        row.HoldsUp ? Markdown.Text(row.Times.Ratio) : $"**{Markdown.Text(row.Times.Ratio)}**",
        Markdown.Text(row.Times.Noise), Does(row.BuiltInShares), Does(row.OursShares),
    ];

    private static string Does(bool? shares) => shares is { } yes ? (yes ? "clone" : "copy") : "-";
}
