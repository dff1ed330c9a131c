using System.Text.RegularExpressions;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Torture.Scenes;

/// <summary>How a call ended that was disturbed.</summary>
/// <param name="Wrong">
/// Where it succeeded, what differs from what is to be; else the files that are neither what they were nor what they are to be.
/// </param>
internal sealed record Ending(HostRun Run, IReadOnlyList<string> Wrong)
{
    private const string Gone = " is gone";
    private const string Half = " is there in part";

    /// <summary>It ended by itself, and where it failed it said so.</summary>
    internal bool IsClean =>
        Run.Succeeded
            || (Run.State == "failed"
                && Run.Complaints.Any(e => e.Kind.StartsWith("error ", System.StringComparison.Ordinal) && e.Kind != "error MSB4018"));

    internal bool IsRight => Run.Succeeded && Wrong.Count == 0;

    internal static Ending Of(HostRun run, Expected expected, World world) =>
        new(run, run.Succeeded ? [.. expected.DifferencesOfOut(world)] : [.. Halves(expected, world)]);

    /// <summary>Fails where the other fails, and has nothing wrong that the other has not.</summary>
    internal bool IsNoWorseThan(Ending other) =>
        (Run.Succeeded || !other.Run.Succeeded)
            && !Wrong.Select(Kind)
                .Except(other.Wrong
                    .Select(Kind)
                    .SelectMany(line => new[] { line, line.Replace(Half, Gone, System.StringComparison.Ordinal) }))
                .Any();

    /// <summary>Nothing but times, which each run has its own of.</summary>
    internal bool DiffersInTimesOnly => Run.Succeeded && Wrong.All(line => WithoutTimes(line) != line);

    // A part of a file is wrong however long it is, and none is no worse: the next build makes either again.
    private static string Kind(string line) =>
        Regex.Replace(WithoutTimes(line), @" has \d+ bytes of neither the old file nor the new one$", Half);

    private static string WithoutTimes(string line) => Regex.Replace(line, " mtime .*", " mtime");

    private static IEnumerable<string> Halves(Expected expected, World world)
    {
        IReadOnlyDictionary<string, TreeEntry> now = world.Snapshot(World.Out)?.Entries ?? new Dictionary<string, TreeEntry>();
        foreach (string path in now.Keys.Concat(expected.Before.Keys).Concat(expected.After.Keys).Distinct())
        {
            TreeEntry? before = expected.Before.GetValueOrDefault(path);
            TreeEntry? after = expected.After.GetValueOrDefault(path);
            TreeEntry? here = now.GetValueOrDefault(path);
            if (here?.Sha256 != before?.Sha256 && here?.Sha256 != after?.Sha256)
            {
                yield return here is null ? $"{path}{Gone}" : $"{path} has {here.Length} bytes of neither the old file nor the new one";
            }
        }
    }
}
