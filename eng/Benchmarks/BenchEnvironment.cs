namespace CopyOnWrite.Benchmarks;

/// <summary>The facts about a run that its report names.</summary>
/// <param name="Volumes">A line each.</param>
/// <param name="Load">The machine's load before and after, of one minute: what other programs did.</param>
internal sealed record BenchEnvironment(
    DateTimeOffset Date,
    string Commit,
    Machine Machine,
    string DotNetSdk,
    int Rounds,
    IReadOnlyList<string> Volumes,
    string Load)
{
    internal const int EnoughRounds = 5;
    internal const string TooFewRounds = "Fewer than five rounds: the intervals are too narrow and prove nothing.";

    internal static async Task<BenchEnvironment> ReadAsync(CallOptions options, IEnumerable<BenchVolume> volumes, CancellationToken cancel)
    {
        (_, string commit) = await Shell.ReadAsync("git", ["describe", "--always", "--dirty"], cancel);
        (_, string version) = await Shell.ReadAsync("dotnet", ["--version"], cancel);
        return new BenchEnvironment(
            DateTimeOffset.UtcNow,
            commit.Trim(),
            Machine.Current,
            version.Trim(),
            options.Rounds,
            [.. volumes.Select(p => Mount.Describe(p.Folder))],
            $"{Machine.Load()}");
    }

    internal BenchEnvironment AtTheEnd() => this with { Load = $"{Load} before, {Machine.Load()} after" };

    internal IEnumerable<string> Lines(string how, bool inEngine = true)
    {
        yield return $"- Medians of {Rounds} rounds; in parentheses the 95% interval by bootstrap over rounds. "
            + "A/A is one arm against itself, which shows the noise.";
        if (Rounds < EnoughRounds)
        {
            yield return $"- {TooFewRounds}";
        }

        string engine = inEngine ? " in one MSBuild engine, with the logger of a plain `dotnet build`" : string.Empty;
        yield return $"- Arms take turns{engine}. {how}";
        foreach (string line in MachineLines())
        {
            yield return line;
        }
    }

    internal IEnumerable<string> MachineLines()
    {
        yield return $"- {Date:yyyy-MM-dd HH:mm} UTC, commit {Commit}, .NET SDK {DotNetSdk}, {Machine.Describe()}, load {Load}";
        foreach (string volume in Volumes)
        {
            yield return $"- {volume}";
        }
    }
}
