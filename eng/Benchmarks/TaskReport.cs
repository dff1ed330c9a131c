using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Benchmarks;

/// <summary>The goals, then every cell, losses included.</summary>
internal static class TaskReport
{
    private static readonly string[] s_columns =
    [
        "size", "files", "sources", "destination", "folders", "built-in", "ours", "built-in / ours", "A/A", "bare", "removed first",
        "ours / bare", "built-in does", "ours does",
    ];

    internal static void Write(IReadOnlyList<TaskRow> rows, BenchEnvironment environment)
    {
        IReadOnlyList<Goal> goals = TaskGoals.Of(rows);
        ResultFile.Write("task", environment.Date.UtcDateTime, new { environment, goals, rows }, [.. Lines(rows, goals, environment)]);
    }

    /// <summary>A line while it runs.</summary>
    internal static string Short(TaskRow row)
    {
        string bare = row.Bare is null ? string.Empty : $", bare {Markdown.Micros(Estimate.Median(row.Bare))}";
        return $"{row.Cell}: {Markdown.Micros(Estimate.Median(row.BuiltIn))} and {Markdown.Micros(Estimate.Median(row.Ours))} µs, "
            + $"{Markdown.Text(row.Ratio)}, A/A {Markdown.Text(row.Noise)}{bare}";
    }

    private static IEnumerable<string> Lines(IReadOnlyList<TaskRow> rows, IReadOnlyList<Goal> goals, BenchEnvironment environment)
    {
        yield return "# The Copy task against the built-in";
        yield return string.Empty;
        foreach (string line in Goal.Table(goals))
        {
            yield return line;
        }

        foreach (IGrouping<string, TaskRow> volume in rows.GroupBy(r => r.Cell.FileSystem))
        {
            yield return $"## {volume.Key}, µs per file";
            yield return string.Empty;
            foreach (string line in Markdown.Head(s_columns))
            {
                yield return line;
            }

            foreach (TaskRow row in volume)
            {
                yield return Line(row);
            }

            yield return string.Empty;
        }

        foreach (string line in environment.Lines(
            "One call copies the number of files given, from one folder. settled: on the disk and older than four seconds, in the cache; "
            + "fresh: written just before the call, for each call anew. "
            + "Fewer files than 1,000 (100 of 16 MiB) where a call would have more to write than --megabytes. "
            + "One round more came before, and is dropped."))
        {
            yield return line;
        }

        yield return "- bare: a C loop of the necessary system calls alone, which clones where the volume can; of unchanged files, statx "
            + "of both by their paths. removed first: the same where the old file is removed before the new one is made, as the built-in "
            + "does it, so not in one step. "
            + "\"does\": by the blocks that the first file and its copy have in common. Bold: slower by more than the noise.";
        foreach (TaskRow row in rows.Where(r => r.Idle is not null))
        {
            yield return $"- {row.Cell}: a task that does nothing takes {Markdown.Micros(Estimate.Median(row.Idle!))} µs a file, "
                + "which is the engine's share of both"
                + (row.BareNames is null
                    ? "."
                    : $"; one that looks both files up by their paths and passes the metadata on takes {Text(row.Least)} µs "
                        + $"(ours / that: {Markdown.Text(Estimate.Ratio(row.Ours, row.Least!))}), and two bare lookups by names in open "
                        + $"folders {Text(row.BareNames)} µs (ours / that: {Markdown.Text(Estimate.Ratio(row.Ours, row.BareNames))}).");
        }
    }

    private static string Text(IReadOnlyList<double>? times) => Markdown.Micros(times is null ? null : Estimate.Median(times));

    private static string Line(TaskRow row)
    {
        TaskCell cell = row.Cell;
        return Markdown.Row(
            $"{cell.Size:N0}",
            $"{cell.Files:N0}",
            cell.Sources,
            cell.Destination,
            $"{cell.Folders}",
            Markdown.Micros(Estimate.Median(row.BuiltIn)),
            Markdown.Micros(Estimate.Median(row.Ours)),
            row.HoldsUp ? Markdown.Text(row.Ratio) : $"**{Markdown.Text(row.Ratio)}**",
            Markdown.Text(row.Noise),
            Text(row.Bare),
            Text(row.BareRemove),
            Markdown.Text(row.OverBare),
            Does(row.BuiltInShares),
            Does(row.OursShares));
    }

    private static string Does(bool? shares) => shares is { } yes ? (yes ? "clone" : "copy") : "-";
}
