namespace CopyOnWrite.Torture.Scenes;

/// <summary>The end of a disturbed call.</summary>
/// <param name="Wrong">
/// After a success, the differences from the expected files; otherwise the files that are neither old nor as expected.
/// </param>
internal sealed record Ending(HostRun Run, IReadOnlyList<string> Wrong)
{
    private const string Gone = " is gone";
    private const string Half = " is there in part";

    /// <summary>Whether it ended by itself, and logged an error if it failed.</summary>
    internal bool IsClean =>
        Run.Succeeded
            || (Run.State == "failed"
                && Run.Complaints.Any(e => e.Kind.StartsWith("error ", System.StringComparison.Ordinal) && e.Kind != "error MSB4018"));

    internal bool IsRight => Run.Succeeded && Wrong.Count == 0;

    internal static Ending Of(HostRun run, Expected expected, World world) =>
        new(run, run.Succeeded ? [.. expected.DifferencesOfOut(world)] : [.. Halves(expected, world)]);

    /// <summary>Whether it fails only where the other fails, with no further faults.</summary>
    internal bool IsNoWorseThan(Ending other) =>
        (Run.Succeeded || !other.Run.Succeeded)
            && !Wrong.Select(Kind)
                .Except(other.Wrong
                    .Select(Kind)
                    .SelectMany(line => new[] { line, line.Replace(Half, Gone, System.StringComparison.Ordinal) }))
                .Any();

    /// <summary>Only times, which differ in each run.</summary>
    internal bool DiffersInTimesOnly => Run.Succeeded && Wrong.All(line => WithoutTimes(line) != line);

    // Any part of a file is wrong, and a missing one is not worse: the next build makes either again.
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
