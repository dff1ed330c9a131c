namespace CopyOnWrite.Torture;

/// <summary>The results of a row's points.</summary>
/// <param name="Wrong">Points after which a file is neither what it was nor what it should be.</param>
/// <param name="Left">Points that left a temporary file, a claim or the like behind.</param>
/// <param name="Failed">Points at which the task did worse than it may: an exception, a hang, an error where none is due.</param>
/// <param name="Missed">Points that were not reached, so that they prove nothing.</param>
internal sealed record Counts(int Points, int Wrong, int Left, int Failed, int Missed)
{
    internal static Counts None { get; } = new(0, 0, 0, 0, 0);

    /// <summary>The faults, each with how to see it again.</summary>
    internal IReadOnlyList<string> Findings { get; init; } = [];

    internal static Counts Add(Counts a, Counts b) =>
        new(a.Points + b.Points, a.Wrong + b.Wrong, a.Left + b.Left, a.Failed + b.Failed, a.Missed + b.Missed)
        {
            Findings = [.. a.Findings, .. b.Findings],
        };

    /// <summary>A failure before any point.</summary>
    internal static Counts Fault(string finding) => None with { Failed = 1, Findings = [finding] };

    /// <param name="failure">Null where it did not fail.</param>
    internal static Counts Judge(
        string what, IReadOnlyCollection<string> wrong, IReadOnlyCollection<string> left, string? failure, bool met)
    {
        IEnumerable<string> faults = wrong.Select(line => $"wrong: {line}").Concat(left.Select(line => $"left: {line}"));
        faults = failure is null ? faults : faults.Append(failure);
        return new Counts(1, wrong.Count > 0 ? 1 : 0, left.Count > 0 ? 1 : 0, failure is null ? 0 : 1, met ? 0 : 1)
        {
            Findings = faults.Any() ? [string.Join("\n    ", faults.Prepend(what))] : [],
        };
    }
}

/// <summary>A line of the table.</summary>
/// <param name="BuiltIn">The counts with the built-in task, whose faults fail nothing; null without such a run.</param>
internal sealed record Row(string What, string Where, Counts Ours, Counts? BuiltIn);

internal sealed record Result(IReadOnlyList<Row> Rows)
{
    internal IReadOnlyList<string> Findings => [.. Rows.SelectMany(row => row.Ours.Findings)];

    /// <summary>Joins rows with the same words.</summary>
    internal static Result Join(IEnumerable<Result> all) => new(
    [
        .. all.SelectMany(result => result.Rows).GroupBy(row => (row.What, row.Where)).Select(group => new Row(
            group.Key.What,
            group.Key.Where,
            group.Select(row => row.Ours).Aggregate(Counts.Add),
            group.Select(row => row.BuiltIn).OfType<Counts>().Aggregate((Counts?)null, (sum, one) => Counts.Add(sum ?? Counts.None, one)))),
    ]);
}

internal sealed record Verdict(bool IsWell, string Text)
{
    /// <summary>A campaign that reached none of its points has shown nothing, and fails.</summary>
    internal static Verdict Of(IReadOnlyList<(string Campaign, Result Result)> results)
    {
        int findings = results.Sum(result => result.Result.Findings.Count);
        string[] vain = [.. results.Where(result => result.Result.Rows.Sum(row => row.Ours.Points - row.Ours.Missed) == 0)
            .Select(result => result.Campaign)];
        string proven = vain.Length == 0 ? string.Empty : $"Nothing is proven of {string.Join(", ", vain)}: no point was met.";
        return findings > 0 ? new Verdict(false, $"{findings} findings. {proven}".TrimEnd())
            : results.Count == 0 || vain.Length > 0
                ? new Verdict(false, results.Count == 0 ? "Nothing is proven: no campaign was run." : proven)
            : new Verdict(true, "Nothing is wrong.");
    }
}
