using System.Collections.Generic;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Benchmarks;

/// <summary>A number that the task has to reach, and what was measured.</summary>
/// <param name="Worst">What is furthest from it, where there are several; else empty.</param>
internal sealed record Goal(string What, string Wanted, string Found, bool Met, string Worst)
{
    internal static Goal AtLeast(string what, double wanted, Estimate found, string worst = "") =>
        new(what, $"at least {wanted:0.0#}", Markdown.Text(found), found.Value >= wanted, worst);

    internal static Goal AtMost(string what, double wanted, Estimate found, string unit = "", string worst = "") =>
        new(what, $"at most {wanted:0.0#}{unit}", Markdown.Text(found), found.Value <= wanted, worst);

    internal static IEnumerable<string> Table(IReadOnlyCollection<Goal> goals)
    {
        if (goals.Count == 0)
        {
            yield break;
        }

        foreach (string line in Markdown.Head("goal", "wanted", "found", "", "worst"))
        {
            yield return line;
        }

        foreach (Goal goal in goals)
        {
            yield return Markdown.Row(goal.What, goal.Wanted, goal.Found, goal.Met ? "met" : "**not met**", goal.Worst);
        }

        yield return string.Empty;
    }
}
