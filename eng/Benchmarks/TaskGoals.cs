namespace CopyOnWrite.Benchmarks;

/// <summary>The goals of "faster than the built-in everywhere", for the measured rows.</summary>
internal static class TaskGoals
{
    private const double Settled = 1.6;
    private const double Fresh = 1.5;
    private const double NoClones = 1.1;
    private const double Unchanged = 1.8;
    private const double OverBare = 1.4;
    private const double OverLooks = 1.2;

    internal static IReadOnlyCollection<Goal> Of(IReadOnlyList<TaskRow> rows)
    {
        TaskRow[] clones = [.. rows.Where(r => r.Cell.Clones)];
        return
        [
            .. OfCopies(string.Join(" and ", clones.Select(r => r.Cell.FileSystem).Distinct()), clones),
            .. rows.GroupBy(r => r.Cell.FileSystem).SelectMany(OfVolume),
            .. rows.Count > 0 ? [OfEachCell(rows)] : Array.Empty<Goal>(),
        ];
    }

    private static IEnumerable<Goal> OfVolume(IGrouping<string, TaskRow> volume) =>
    [
        .. OfCopies(volume.Key, [.. volume]),
        .. OfMean($"{volume.Key}, unchanged", Unchanged, volume.Where(r => r.Cell.IsUnchanged)),
        .. OfOverBare(
            $"{volume.Key}, unchanged: ours over two bare lookups", OverLooks, volume.Where(r => r.HasBare && r.Cell.IsUnchanged)),
        .. OfOverBare(
            $"{volume.Key}, settled clones to new files: ours over the bare loop",
            OverBare,
            volume.Where(r => r.HasBare && r.Cell is { Clones: true, IsNew: true, Size: > 0 })),
    ];

    private static Goal OfEachCell(IReadOnlyList<TaskRow> rows)
    {
        TaskRow[] slower = [.. rows.Where(r => !r.HoldsUp).OrderBy(r => r.Times.Ratio.Value)];
        string worst = slower.Length > 0 ? $"{slower[0].Cell}: {Markdown.Text(slower[0].Times.Ratio)}" : string.Empty;
        int below = rows.Count(r => r.Times.Ratio.Value < 1);
        string found = $"{slower.Length} of {rows.Count} cells slower; {below} below 1.0 with those that may be noise";
        return new Goal("any single cell", "1.0 within the noise", found, slower.Length == 0, worst);
    }

    /// <summary>New and existing files count separately: replacing spends most of the time in the file system, with either task.</summary>
    private static IEnumerable<Goal> OfCopies(string name, TaskRow[] rows) => ((bool[])[true, false]).SelectMany(isNew =>
    {
        string mean = $"{(isNew ? "new files" : "existing files")}: geometric mean";
        TaskRow[] copies = [.. rows.Where(r => !r.Cell.IsUnchanged && r.Cell.IsNew == isNew)];
        return (IEnumerable<Goal>)
        [
            .. OfMean($"{name}, settled, {mean}", Settled, copies.Where(r => r.Cell is { Clones: true, IsSettled: true })),
            .. OfMean($"{name}, fresh, {mean}", Fresh, copies.Where(r => r.Cell is { Clones: true, IsSettled: false })),
            .. OfMean($"{name}, {mean}", NoClones, copies.Where(r => !r.Cell.Clones)),
        ];
    });

    private static IEnumerable<Goal> OfMean(string what, double wanted, IEnumerable<TaskRow> rows)
    {
        TaskRow[] all = [.. rows];
        if (all.MinBy(r => r.Times.Ratio.Value) is { } worst)
        {
            // The result of the bare system calls, on one thread.
            string limit = all.All(r => r.HasBare)
                ? $"; the bare loop in all: {Markdown.Text(Mean(all, Series.BuiltIn, TaskBench.Bare))}"
                : string.Empty;
            yield return Goal.AtLeast(
                $"{what} of {all.Length} cells",
                wanted,
                Mean(all, Series.BuiltIn, Series.Ours),
                $"{worst.Cell}: {Markdown.Text(worst.Times.Ratio)}{limit}");
        }
    }

    private static IEnumerable<Goal> OfOverBare(string what, double wanted, IEnumerable<TaskRow> rows)
    {
        TaskRow[] all = [.. rows];
        if (all.MaxBy(r => r.Times.Over(Series.Ours, TaskBench.Bare).Value) is { } worst)
        {
            yield return Goal.AtMost(
                $"{what}, geometric mean of {all.Length} cells",
                wanted,
                Mean(all, Series.Ours, TaskBench.Bare),
                worst: $"{worst.Cell}: {worst.Times.OverText(Series.Ours, TaskBench.Bare)}");
        }
    }

    private static Estimate Mean(TaskRow[] rows, string arm, string reference)
    {
        var pairs = new List<(IReadOnlyList<double>, IReadOnlyList<double>)>();
        pairs.AddRange(rows.Select(row => ((IReadOnlyList<double>)row.Times.Arms[arm], (IReadOnlyList<double>)row.Times.Arms[reference])));
        return Estimate.MeanRatio(pairs);
    }
}
