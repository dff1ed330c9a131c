namespace CopyOnWrite.Parity;

/// <summary>Makes a scenario that differs smaller, a piece at a time, as long as it still differs.</summary>
internal static class Shrinker
{
    internal static Scenario Shrink(Scenario scenario, Func<Scenario, bool> differs)
    {
        while (Candidates(scenario).FirstOrDefault(differs) is { } smaller)
        {
            scenario = smaller;
        }

        return scenario;
    }

    private static IEnumerable<Scenario> Candidates(Scenario scenario)
    {
        int count = scenario.SourceFiles?.Count ?? 0;
        for (int i = 0; i < count && count > 1; i++)
        {
            yield return scenario with
            {
                SourceFiles = Without(scenario.SourceFiles!, i),
                DestinationFiles = scenario.DestinationFiles is null ? null : Without(scenario.DestinationFiles, i),
            };
        }

        foreach (Node node in scenario.Before)
        {
            bool needed = scenario.Locked.Contains(node.Path)
                || scenario.Before.Any(n => n.Kind == NodeKind.HardLink && n.Target == node.Path);
            if (!needed)
            {
                yield return scenario with { Before = [.. scenario.Before.Where(n => n != node)] };
            }
        }

        foreach (string name in scenario.Attributes.Keys.Where(n => n is not "Retries" and not "RetryDelayMilliseconds"))
        {
            yield return scenario with { Attributes = Without(scenario.Attributes, name) };
        }

        foreach (string name in scenario.Variables.Keys)
        {
            yield return scenario with { Variables = Without(scenario.Variables, name) };
        }

        (bool Has, Scenario Without)[] parts =
        [
            (scenario.SourceFolders is not null, scenario with { SourceFolders = null }),
            (scenario.Locked.Count > 0, scenario with { Locked = [] }),
            (scenario.Multithreaded, scenario with { Multithreaded = false }),
            (scenario.Question, scenario with { Question = false }),
        ];
        foreach ((_, Scenario without) in parts.Where(part => part.Has))
        {
            yield return without;
        }
    }

    private static List<T> Without<T>(IReadOnlyList<T> list, int index) => [.. list.Where((_, i) => i != index)];

    private static Dictionary<string, string> Without(IReadOnlyDictionary<string, string> pairs, string name) =>
        pairs.Where(p => p.Key != name).ToDictionary(p => p.Key, p => p.Value);
}
