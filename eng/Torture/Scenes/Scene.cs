namespace CopyOnWrite.Torture.Scenes;

/// <summary>A call, and the files before it.</summary>
/// <param name="Tool">Staging has no built-in beside it.</param>
/// <param name="WarmCache">Whether the cache has all sources.</param>
/// <param name="Old">Existing destinations, older than and different from their sources.</param>
/// <param name="Files">What is copied; all sources are staged.</param>
internal sealed record Scene(
    string Name, Places Places, Tool Tool, bool WarmCache, IReadOnlyList<string> Old, params IReadOnlyList<string> Files)
{
    internal const string LongFile = "long.bin";

    private const string OnlyNewer = "only newer";

    internal bool KeepsNewer => Name == OnlyNewer;

    internal bool IsStaging => Tool == Tool.Staging;

    internal static IReadOnlyList<Scene> All { get; } =
        [.. Places.All.SelectMany(places => Of(places, warm: false).Concat(places.HasCache ? Of(places, warm: true) : []))];

    internal static IReadOnlyList<Scene> OfTheLibrary { get; } =
        [.. All.Where(scene => !scene.IsStaging && !scene.WarmCache).Select(scene => scene with { Tool = Tool.Library })];

    internal static IReadOnlyList<Scene> OfALongFile { get; } = [.. Places.All.SelectMany(places => new Scene[]
    {
        new("a long file", places, Tool.Copy, false, [], LongFile),
        new("a long file", places, Tool.Library, false, [], LongFile),
        new("a long file that exists", places, Tool.Copy, false, [LongFile], LongFile),
        new("a long file", places, Tool.Staging, false, []),
    })];

    internal Job Into(World world, Ground ground, bool builtIn, params string[] folders)
    {
        Tool tool = builtIn ? Tool.BuiltIn : Tool;
        return tool.JobIn(world.Folder, ground, folders.Select(folder => CallTo(tool, world, folder)));
    }

    internal void Prepare(World world, Ground ground)
    {
        world.Clear();
        if (WarmCache)
        {
            HostRun warm = HostRun.Of(Into(world, ground, builtIn: false, World.Again), ground.Scratch);
            if (!warm.Succeeded)
            {
                throw new InvalidOperationException($"{this}: the cache could not be filled: {warm}");
            }

            System.IO.Directory.Delete(world.PathOf(World.Again), recursive: true);
        }

        foreach (string file in Old)
        {
            world.PutOld($"{World.Out}/{file}");
        }
    }

    public override string ToString()
    {
        string cache = !Places.HasCache || Tool == Tool.Library ? string.Empty : WarmCache ? ", warm cache" : ", cold cache";
        return $"{Tool.Name}, {Name}, {Places.Name}{cache}";
    }

    private static Scene[] Of(Places places, bool warm) =>
    [
        new("a new file", places, Tool.Copy, warm, [], "large.bin"),
        new("an existing file", places, Tool.Copy, warm, ["large.bin"], "large.bin"),
        new("three files, one there", places, Tool.Copy, warm, ["folder/inner.bin"], "large.bin", "small.txt", "folder/inner.bin"),
        new("a folder", places, Tool.Staging, warm, []),
        new("an older folder", places, Tool.Staging, warm, ["large.bin", "small.txt"]),
        new(OnlyNewer, places, Tool.Staging, warm, ["block.bin"]),
    ];

    private Call CallTo(Tool tool, World world, string to) => IsStaging
        ? Tool.Stage(world.SourceFolder, world.PathOf(to), "OnlyNewer", KeepsNewer)
        : tool.CallFor(
            Files.Select(name => (world.SourceOf(name), world.PathOf($"{to}/{name}"))), ("SkipUnchangedFiles", "true"), ("Retries", "0"));
}
