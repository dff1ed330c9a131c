namespace CopyOnWrite.Torture.Tests;

/// <summary>A campaign, or a part of it, in this process.</summary>
internal static class OneCampaign
{
    /// <param name="points">The most of them; null for all.</param>
    /// <param name="fewest">So many points of ours are met.</param>
    internal static void AssertNothingIsFound(this TestContext context, int? points, Func<Ground, Result> run, int fewest = 1)
    {
        using var log = new StringWriter();
        using var ground = new Ground(new Effort(points, 1, DateTime.MaxValue), log);

        Result result = run(ground);

        string table = string.Join('\n', result.Rows.Select(row => $"{row}"));
        context.WriteLine(table);
        Assert.IsEmpty(result.Findings, string.Join('\n', [.. result.Findings, table]));
        Assert.IsGreaterThanOrEqualTo(fewest, result.Rows.Sum(row => row.Ours.Points - row.Ours.Missed), log.ToString());
    }
}
