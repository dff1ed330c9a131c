namespace CopyOnWrite.Parity;

/// <summary>Runs a scenario both ways and says what differs.</summary>
internal sealed class Comparison(Engine engine, bool inOrder)
{
    // With several threads the built-in can end in more ways than one. Our result is the same if the built-in gives it in another run.
    private const int ChancesOfTheBuiltIn = 20;

    private string _ownLine = string.Empty;

    /// <summary>Calls that our fast path did alone: without them a comparison would compare the built-in with itself.</summary>
    internal int TakenWhole { get; private set; }

    internal int TakenInPart { get; private set; }

    internal int Left { get; private set; }

    /// <summary>Calls left to the built-in that differed once and then no more: the built-in differs from itself.</summary>
    internal int Raced { get; private set; }

    /// <summary>Calls in which ours made clones.</summary>
    internal int Cloning { get; private set; }

    /// <returns>"same", "raced" or "differs"; and the scenario with its differences.</returns>
    internal (string Verdict, string Details) Report(Scenario scenario)
    {
        IReadOnlyList<string> first = Differences(scenario);
        bool left = _ownLine.Contains(" left to the built-in task:", StringComparison.Ordinal);
        TakenWhole += _ownLine.Length > 0 && !_ownLine.Contains(" left to the built-in task", StringComparison.Ordinal) ? 1 : 0;
        TakenInPart += _ownLine.Contains(" unchanged, ", StringComparison.Ordinal) ? 1 : 0;
        Cloning += _ownLine.StartsWith("CopyOnWrite: ", StringComparison.Ordinal)
            && !_ownLine.StartsWith("CopyOnWrite: 0 cloned", StringComparison.Ordinal)
            && _ownLine.Contains(" cloned (", StringComparison.Ordinal) ? 1 : 0;
        Left += left ? 1 : 0;
        if (first.Count == 0)
        {
            return ("same", string.Empty);
        }

        bool raced = left && Differences(scenario).Count == 0;
        Raced += raced ? 1 : 0;
        return (raced ? "raced" : "differs", $"{scenario}{string.Concat(first.Select(d => $"  {d}{Environment.NewLine}"))}");
    }

    private IReadOnlyList<string> Differences(Scenario scenario)
    {
        // One file is copied without threads.
        bool ordered = inOrder || (scenario.SourceFiles?.Count ?? 0) + ((scenario.SourceFolders?.Count ?? 0) * 100) <= 1;
        Observation ours = Run(scenario, true, ordered);
        IReadOnlyList<string> first = [.. DifferencesOf(Run(scenario, false, ordered), ours, ordered)];
        for (int i = 0; first.Count > 0 && !ordered && i < ChancesOfTheBuiltIn; i++)
        {
            if (!DifferencesOf(Run(scenario, false, ordered), ours, ordered).Any())
            {
                return [];
            }
        }

        return first;
    }

    private IEnumerable<string> DifferencesOf(Observation builtIn, Observation ours, bool ordered) =>
        builtIn.Differences(Deliberate.WithoutDestinationsKept(ours, builtIn, engine.Root), ordered);

    private Observation Run(Scenario scenario, bool withOurs, bool ordered)
    {
        (Observation observation, IReadOnlyList<string> ownLines) = engine.Run(scenario, withOurs);
        _ownLine = withOurs ? string.Concat(ownLines) : _ownLine;
        observation = Deliberate.WithoutFrames(observation);
        observation = OperatingSystem.IsWindows() ? Deliberate.WithoutErrorsOfOtherFiles(observation) : observation;
        return ordered ? observation : Deliberate.WithoutRacesOfTheBuiltIn(observation, engine.Root);
    }
}
