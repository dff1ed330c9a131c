namespace CopyOnWrite.Torture;

/// <summary>The result of all campaigns.</summary>
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
