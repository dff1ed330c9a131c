using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Benchmarks;

/// <summary>What "faster than the built-in everywhere" has to show, by the rows that were measured.</summary>
internal static class TaskGoals
{
    private const double Settled = 1.6;
    private const double Fresh = 1.5;
    private const double NoClones = 1.1;
    private const double Unchanged = 1.8;
    private const double OverBare = 1.4;
    private const double OverLooks = 1.2;

    internal static IReadOnlyList<Goal> Of(IReadOnlyList<TaskRow> rows)
    {
        var goals = new List<Goal>();
        TaskRow[] clones = [.. rows.Where(r => r.Cell.Clones)];
        AddCopies(goals, string.Join(" and ", clones.Select(r => r.Cell.FileSystem).Distinct()), clones);
        foreach (IGrouping<string, TaskRow> volume in rows.GroupBy(r => r.Cell.FileSystem))
        {
            AddCopies(goals, volume.Key, [.. volume]);
            AddMean(goals, $"{volume.Key}, unchanged", Unchanged, volume.Where(r => r.Cell.IsUnchanged));
            AddOverBare(
                goals,
                $"{volume.Key}, unchanged: ours over two bare lookups",
                OverLooks,
                volume.Where(r => r.Bare is not null && r.Cell.IsUnchanged));
            AddOverBare(
                goals,
                $"{volume.Key}, settled clones to new files: ours over the bare loop",
                OverBare,
                volume.Where(r => r.Bare is not null && r.Cell is { Clones: true, IsNew: true, Size: > 0 }));
        }

        if (rows.Count > 0)
        {
            TaskRow[] slower = [.. rows.Where(r => !r.HoldsUp).OrderBy(r => r.Ratio.Value)];
            string worst = slower.Length > 0 ? $"{slower[0].Cell}: {Markdown.Text(slower[0].Ratio)}" : string.Empty;
            int below = rows.Count(r => r.Ratio.Value < 1);
            string found = $"{slower.Length} of {rows.Count} cells slower; {below} below 1.0 with those that may be noise";
            goals.Add(new Goal("any single cell", "1.0 within the noise", found, slower.Length == 0, worst));
        }

        return goals;
    }

    /// <summary>New files apart from existing ones: replacing takes the file system most of the time, with either task.</summary>
    private static void AddCopies(List<Goal> goals, string name, TaskRow[] rows)
    {
        foreach (bool isNew in (bool[])[true, false])
        {
            string files = isNew ? "new files" : "existing files";
            TaskRow[] copies = [.. rows.Where(r => !r.Cell.IsUnchanged && r.Cell.IsNew == isNew)];
            string mean = $"{files}: geometric mean";
            AddMean(goals, $"{name}, settled, {mean}", Settled, copies.Where(r => r.Cell is { Clones: true, IsSettled: true }));
            AddMean(goals, $"{name}, fresh, {mean}", Fresh, copies.Where(r => r.Cell is { Clones: true, IsSettled: false }));
            AddMean(goals, $"{name}, {mean}", NoClones, copies.Where(r => !r.Cell.Clones));
        }
    }

    private static void AddMean(List<Goal> goals, string what, double wanted, IEnumerable<TaskRow> rows)
    {
        TaskRow[] all = [.. rows];
        if (all.Length > 0)
        {
            TaskRow worst = all.MinBy(r => r.Ratio.Value)!;
            goals.Add(Goal.AtLeast(
                $"{what} of {all.Length} cells",
                wanted,
                Estimate.MeanRatio([.. all.Select(r => (r.BuiltIn, r.Ours))]),
                $"{worst.Cell}: {Markdown.Text(worst.Ratio)}{Limit(all)}"));
        }
    }

    /// <summary>What the bare system calls would have reached there, on one thread.</summary>
    private static string Limit(TaskRow[] rows) => rows.All(r => r.Bare is not null)
        ? $"; the bare loop in all: {Markdown.Text(Estimate.MeanRatio([.. rows.Select(r => (r.BuiltIn, r.Bare!))]))}"
        : string.Empty;

    private static void AddOverBare(List<Goal> goals, string what, double wanted, IEnumerable<TaskRow> rows)
    {
        TaskRow[] all = [.. rows];
        if (all.Length > 0)
        {
            TaskRow worst = all.MaxBy(r => r.OverBare!.Value.Value)!;
            goals.Add(Goal.AtMost(
                $"{what}, geometric mean of {all.Length} cells",
                wanted,
                Estimate.MeanRatio([.. all.Select(r => (r.Ours, r.Bare!))]),
                worst: $"{worst.Cell}: {Markdown.Text(worst.OverBare)}"));
        }
    }
}
