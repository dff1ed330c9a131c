namespace CopyOnWrite.Torture.Scenes;

/// <summary>The expected files after a scene's call: the built-in's result, or without a built-in, our undisturbed one.</summary>
internal sealed class Expected(TreeSnapshot? before, TreeSnapshot after, TreeSnapshot again)
{
    internal IReadOnlyDictionary<string, TreeEntry> Before { get; } = before?.Entries ?? new Dictionary<string, TreeEntry>();

    internal IReadOnlyDictionary<string, TreeEntry> After => after.Entries;

    /// <exception cref="InvalidOperationException">The call fails, or its files differ from their sources.</exception>
    internal static Expected Of(Scene scene, World world, Ground ground)
    {
        scene.Prepare(world, ground);
        TreeSnapshot? before = world.Snapshot(World.Out);
        HostRun run = HostRun.Of(scene.Into(world, ground, builtIn: !scene.IsStaging, World.Out, World.Again), ground.Scratch);
        if (!run.Succeeded || run.Complaints.Any())
        {
            throw new InvalidOperationException($"{scene}, undisturbed: {run}");
        }

        var expected = new Expected(before, world.Snapshot(World.Out)!, world.Snapshot(World.Again)!);
        IReadOnlyDictionary<string, TreeEntry> sources = TreeSnapshot.Take(world.SourceFolder).Entries;
        string[] wrong = [.. expected.After.Values
            .Where(entry => sources.GetValueOrDefault(entry.Path)?.Sha256 != entry.Sha256)
            .Select(entry => entry.Path)];
        return wrong.Length == 0
            ? expected
            : throw new InvalidOperationException($"{scene}, undisturbed: not as their sources: {string.Join(", ", wrong)}");
    }

    /// <summary>Checks the files after an undisturbed build.</summary>
    internal IEnumerable<string> Differences(World world) => [.. DifferencesOfOut(world), .. Differences(world, World.Again, again)];

    /// <summary>After a call that succeeded, as it says.</summary>
    internal IEnumerable<string> DifferencesOfOut(World world) => [.. Differences(world, World.Out, after), .. world.WrongEntries()];

    private static IEnumerable<string> Differences(World world, string name, TreeSnapshot expected) =>
        world.Snapshot(name) is { } here
            ? here.Differences(expected, MtimeComparison.Exact).Select(line => $"{name}/{line}")
            : [$"{name} is missing"];
}
