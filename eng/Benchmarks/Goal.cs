namespace CopyOnWrite.Benchmarks;

/// <summary>A number that the task must reach, and the measured one.</summary>
/// <param name="Worst">The furthest of several from it; otherwise empty.</param>
internal sealed record Goal(string What, string Wanted, string Found, bool Met, string Worst)
{
    internal static Goal AtLeast(string what, double wanted, Estimate found, string worst = "") =>
        new(what, $"at least {wanted:0.0#}", Markdown.Text(found), found.Value >= wanted, worst);

    internal static Goal AtMost(string what, double wanted, Estimate found, string unit = "", string worst = "") =>
        new(what, $"at most {wanted:0.0#}{unit}", Markdown.Text(found), found.Value <= wanted, worst);

    internal static IEnumerable<string> Table(IReadOnlyCollection<Goal> goals) => goals.Count == 0 ? [] : Markdown.Table(
        ["goal", "wanted", "found", "", "worst"],
        goals.Select(goal => (string[])[goal.What, goal.Wanted, goal.Found, goal.Met ? "met" : "**not met**", goal.Worst]));
}
