namespace CopyOnWrite.Benchmarks;

/// <summary>Runs calls of several arms in turns, round by round.</summary>
internal static class Rounds
{
    /// <summary>Runs each arm once in every round. An extra first round compiles, and fills caches.</summary>
    internal static async Task<IReadOnlyDictionary<string, List<T>>> RunAsync<T>(
        IReadOnlyList<string> arms, int rounds, Func<string, int, Task<T>> callAsync)
    {
        var found = arms.ToDictionary(arm => arm, _ => new List<T>());
        for (int round = 0; round <= rounds; round++)
        {
            foreach (string arm in InOrder(arms, round))
            {
                T value = await callAsync(arm, round);
                if (round > 0)
                {
                    found[arm].Add(value);
                }
            }
        }

        return found;
    }

    /// <summary>Orders a round: each begins with another arm, every other one is reversed, so that neighbours change.</summary>
    private static IEnumerable<string> InOrder(IReadOnlyList<string> arms, int round) =>
        Enumerable.Range(0, arms.Count)
            .Select(turn => ((round % 2 == 0 ? turn : -turn) + round) % arms.Count)
            .Select(arm => arms[arm < 0 ? arm + arms.Count : arm]);
}

/// <summary>The numbers of each arm, round by round.</summary>
internal sealed record Series(IReadOnlyDictionary<string, List<double>> Arms)
{
    internal const string BuiltIn = "builtin";
    internal const string Ours = "ours";

    /// <summary>The built-in a second time: the difference of the two is noise.</summary>
    internal const string Again = "again";

    internal static string[] Usual { get; } = [BuiltIn, Ours, Again];

    internal Estimate Ratio => Over(BuiltIn, Ours);

    internal Estimate Noise => Over(BuiltIn, Again);

    internal static Series Of<T>(IReadOnlyDictionary<string, List<T>> measured, Func<T, double> value) =>
        new(measured.ToDictionary(arm => arm.Key, arm => arm.Value.ConvertAll(one => value(one))));

    internal Estimate Over(string arm, string reference) => Estimate.Ratio(Arms[arm], Arms[reference]);

    internal string Median(string arm) => Markdown.Micros(Estimate.Median(Arms[arm]));
}

/// <summary>A line of a table: what was measured there, and its numbers.</summary>
internal sealed record Row(string Volume, string What, Series Times);

/// <summary>Formats numbers of a report. This program runs with the invariant culture, so they need none.</summary>
internal static class Markdown
{
    internal static string Text(Estimate estimate) => $"{estimate.Value:0.00} ({estimate.Low:0.00}-{estimate.High:0.00})";

    internal static string Micros(double value) => value.ToString(value < 10 ? "0.00" : value < 1000 ? "0.0" : "N0");
}
