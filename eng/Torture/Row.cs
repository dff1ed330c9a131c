namespace CopyOnWrite.Torture;

/// <summary>The results of a row's points.</summary>
/// <param name="Wrong">Points after which a file is neither what it was nor what it should be.</param>
/// <param name="Left">Points that left a temporary file, a claim or the like behind.</param>
/// <param name="Failed">Points at which the task did worse than it may: an exception, a hang, an error where none is due.</param>
/// <param name="Missed">Points that were not reached, so that they prove nothing.</param>
internal sealed record Counts(int Points, int Wrong, int Left, int Failed, int Missed)
{
    internal static Counts None { get; } = new(0, 0, 0, 0, 0);

    internal static Counts Add(Counts a, Counts b) =>
        new(a.Points + b.Points, a.Wrong + b.Wrong, a.Left + b.Left, a.Failed + b.Failed, a.Missed + b.Missed);

    /// <summary>Counts one point; its faults are added to the findings.</summary>
    /// <param name="failure">Null where it did not fail.</param>
    internal static Counts Judge(
        List<string> findings, string what, IReadOnlyCollection<string> wrong, IReadOnlyCollection<string> left, string? failure, bool met)
    {
        if (wrong.Count + left.Count > 0 || failure is not null)
        {
            string[] lines = [.. wrong.Select(line => $"wrong: {line}"), .. left.Select(line => $"left: {line}")];
            findings.Add(string.Join("\n    ", [what, .. lines, .. failure is null ? Array.Empty<string>() : [failure]]));
        }

        return new Counts(1, wrong.Count > 0 ? 1 : 0, left.Count > 0 ? 1 : 0, failure is null ? 0 : 1, met ? 0 : 1);
    }
}

/// <summary>A line of the table.</summary>
/// <param name="BuiltIn">The same with the built-in task; null where there is none.</param>
internal sealed record Row(string What, string Where, Counts Ours, Counts? BuiltIn)
{
    /// <summary>Joins rows with the same words.</summary>
    internal static IReadOnlyList<Row> Merge(IEnumerable<Row> rows) =>
    [
        .. rows.GroupBy(row => (row.What, row.Where)).Select(group => new Row(
            group.Key.What,
            group.Key.Where,
            group.Aggregate(Counts.None, (sum, row) => Counts.Add(sum, row.Ours)),
            group.Any(row => row.BuiltIn is not null)
                ? group.Aggregate(Counts.None, (sum, row) => Counts.Add(sum, row.BuiltIn ?? Counts.None))
                : null)),
    ];
}

/// <summary>The findings of a campaign.</summary>
/// <param name="Findings">What is wrong with ours, each with how to see it again.</param>
/// <param name="BuiltInFindings">What is wrong with the built-in, which fails nothing.</param>
internal sealed record Result(IReadOnlyList<Row> Rows, IReadOnlyList<string> Findings, IReadOnlyList<string> BuiltInFindings)
{
    internal static Result Join(IReadOnlyList<Result> all) => new(
        Row.Merge(all.SelectMany(result => result.Rows)),
        [.. all.SelectMany(result => result.Findings)],
        [.. all.SelectMany(result => result.BuiltInFindings)]);
}
