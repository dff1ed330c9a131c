using CopyOnWrite.Measurement;

namespace CopyOnWrite.Torture.Scenes;

/// <summary>What is there after a scene's call: what the built-in makes, or where there is none, what ours makes of itself.</summary>
internal sealed class Expected
{
    private readonly TreeSnapshot _out;
    private readonly TreeSnapshot _again;
    private readonly string? _manifestOfOut;
    private readonly string? _manifestOfAgain;

    private Expected(World world)
    {
        _out = world.Snapshot(World.Out)!;
        _again = world.Snapshot(World.Again)!;
        _manifestOfOut = world.Manifest(World.Out);
        _manifestOfAgain = world.Manifest(World.Again);
    }

    /// <summary>Of the files before the call, by relative path.</summary>
    internal IReadOnlyDictionary<string, TreeEntry> Before { get; private init; } = new Dictionary<string, TreeEntry>();

    /// <summary>Of the files after the call.</summary>
    internal IReadOnlyDictionary<string, TreeEntry> After => _out.Entries;

    /// <exception cref="InvalidOperationException">The call fails, or what it makes is not its sources.</exception>
    internal static Expected Of(Scene scene, World world, Ground ground)
    {
        scene.Prepare(world, ground.Assembly, ground.Scratch);
        TreeSnapshot? before = world.Snapshot(World.Out);
        HostRun run = HostRun.Of(
            scene.IsStaging ? scene.Ours(world, ground.Assembly, World.Out, World.Again) : scene.BuiltIn(world, World.Out, World.Again),
            ground.Scratch);
        if (!run.Succeeded || run.Complaints.Any())
        {
            throw new InvalidOperationException($"{scene}, undisturbed: {run}");
        }

        var expected = new Expected(world) { Before = before?.Entries ?? new Dictionary<string, TreeEntry>() };
        IReadOnlyDictionary<string, TreeEntry> sources = TreeSnapshot.Take(world.SourceFolder).Entries;
        string[] wrong = [.. expected.After.Values
            .Where(entry => sources.GetValueOrDefault(entry.Path)?.Sha256 != entry.Sha256)
            .Select(entry => entry.Path)];
        return wrong.Length == 0
            ? expected
            : throw new InvalidOperationException($"{scene}, undisturbed: not as their sources: {string.Join(", ", wrong)}");
    }

    /// <summary>After a build that was not disturbed.</summary>
    internal IEnumerable<string> Differences(World world) =>
    [
        .. DifferencesOfOut(world),
        .. Differences(World.Again, world.Snapshot(World.Again), _again),
        .. world.Manifest(World.Again) == _manifestOfAgain ? Array.Empty<string>() : ["the second manifest differs"],
    ];

    /// <summary>After a call that says that it succeeded.</summary>
    internal IEnumerable<string> DifferencesOfOut(World world) =>
    [
        .. Differences(World.Out, world.Snapshot(World.Out), _out),
        .. world.Manifest(World.Out) == _manifestOfOut ? Array.Empty<string>() : ["the manifest differs"],
        .. world.WrongEntries(),
    ];

    private static IEnumerable<string> Differences(string name, TreeSnapshot? here, TreeSnapshot there) =>
        here is null ? [$"{name} is missing"] : here.Differences(there, MtimeComparison.Exact).Select(line => $"{name}/{line}");
}
