using CopyOnWrite.Torture.Campaigns;

namespace CopyOnWrite.Torture;

/// <summary>The table of a campaign, as docs/design/reliability.md has it.</summary>
internal static class Report
{
    internal static IEnumerable<string> Table(ICampaign campaign, Result result)
    {
        yield return $"### {campaign.What}";
        yield return string.Empty;
        yield return "| task | volumes | points | wrong files | left over | failed | not met | built-in: points | wrong files | left "
            + "over | failed |";
        yield return "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|";
        foreach (Row row in result.Rows)
        {
            string builtIn = row.BuiltIn is { } b ? $"{b.Points} | {b.Wrong} | {b.Left} | {b.Failed}" : "- | - | - | -";
            yield return $"| {row.What} | {row.Where} | {row.Ours.Points} | {row.Ours.Wrong} | {row.Ours.Left} | {row.Ours.Failed} | "
                + $"{row.Ours.Missed} | {builtIn} |";
        }

        yield return string.Empty;
    }
}
