using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>What the reader of a report has to know of the run.</summary>
/// <param name="Volumes">A line each.</param>
/// <param name="Load">The machine's load before and after, of one minute: who else was at work.</param>
internal sealed record Circumstances(
    DateTimeOffset Date, string Commit, Machine Machine, string DotNetSdk, int Rounds, bool BinaryLog, IReadOnlyList<string> Volumes, string Load)
{
    internal const int EnoughRounds = 5;
    internal const string TooFewRounds = "Fewer than five rounds: the intervals are too narrow and prove nothing.";

    internal static async Task<Circumstances> ReadAsync(BenchOptions options, IEnumerable<Place> places, CancellationToken cancel)
    {
        (_, string version) = await Shell.ReadAsync("dotnet", ["--version"], cancel);
        return new Circumstances(
            DateTimeOffset.UtcNow,
            await Repository.CommitAsync(cancel),
            Machine.Current,
            version.Trim(),
            options.Rounds,
            options.Calls.BinaryLog,
            [.. places.Select(p => Mount.Describe(p.Folder))],
            Machine.Load());
    }

    internal Circumstances AtTheEnd() => this with { Load = $"{Load} before, {Machine.Load()} after" };

    internal IEnumerable<string> Lines(string how)
    {
        yield return $"- Medians of {Rounds} rounds; in parentheses the 95% interval by bootstrap over rounds. "
            + "A/A is the built-in against itself, which shows the noise.";
        if (Rounds < EnoughRounds)
        {
            yield return $"- {TooFewRounds}";
        }

        yield return $"- Arms take turns in one MSBuild engine, {(BinaryLog ? "with a binary log" : "with the logger of a plain `dotnet build`")}. {how}";
        yield return $"- {Date:yyyy-MM-dd HH:mm} UTC, commit {Commit}, .NET SDK {DotNetSdk}, {Machine.Describe()}, load {Load}";
        foreach (string volume in Volumes)
        {
            yield return $"- {volume}";
        }
    }
}
