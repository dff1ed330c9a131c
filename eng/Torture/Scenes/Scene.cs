namespace CopyOnWrite.Torture.Scenes;

/// <summary>A call, and the files before it.</summary>
/// <param name="IsStaging">Our staging, which has no built-in beside it.</param>
/// <param name="WarmCache">Whether the cache has all sources.</param>
/// <param name="Old">Existing destinations, older than and different from their sources.</param>
/// <param name="Files">What is copied; all sources are staged.</param>
internal sealed record Scene(
    string Name, Places Places, bool IsStaging, bool WarmCache, IReadOnlyList<string> Old, params IReadOnlyList<string> Files)
{
    internal const string CopyTask = "CopyOnWrite.Tasks.Copy";
    internal const string BuiltInTask = "Microsoft.Build.Tasks.Copy";

    /// <summary>A name, because the type needs MSBuild's assemblies.</summary>
    internal const string LibraryTask = "CopyOnWrite.Torture.Host.LibraryCopy";
    internal const string StagingTask = "CopyOnWrite.Artifacts.CopyOnWriteStaging";

    internal const string LongFile = "long.bin";

    private const string OnlyNewer = "only newer";

    private static readonly bool[] s_coldAndWarm = [false, true];

    internal bool KeepsNewer => Name == OnlyNewer;

    /// <summary>The library makes the call in place of our task.</summary>
    internal bool IsLibrary { get; init; }

    internal string Task => IsStaging ? "staging" : IsLibrary ? "library" : "Copy";

    internal static IReadOnlyList<Scene> All { get; } = [.. Places.All.SelectMany(Of)];

    internal static IReadOnlyList<Scene> OfTheLibrary { get; } =
        [.. All.Where(scene => !scene.IsStaging && !scene.WarmCache).Select(scene => scene with { IsLibrary = true })];

    internal static IReadOnlyList<Scene> OfALongFile { get; } = [.. Places.All.SelectMany(places => new Scene[]
    {
        new("a long file", places, false, false, [], LongFile),
        new("a long file", places, false, false, [], LongFile) { IsLibrary = true },
        new("a long file that exists", places, false, false, [LongFile], LongFile),
        new("a long file", places, true, false, []),
    })];

    internal Job Ours(World world, string assembly, params string[] folders) => new(
        IsStaging ? Product.StagingBeside(assembly) : IsLibrary ? Product.LibraryBeside(assembly) : assembly,
        world.Folder,
        [.. folders.Select(folder => Make(world, folder))
            .Select(call => IsLibrary ? call with { Task = LibraryTask, Parameters = [] } : call)]);

    internal Job BuiltIn(World world, params string[] folders) =>
        new(string.Empty, world.Folder, [.. folders.Select(folder => Make(world, folder) with { Task = BuiltInTask })]);

    /// <summary>Makes the files before the call.</summary>
    /// <param name="keepsCache">Leaves the cache unchanged.</param>
    internal void Prepare(World world, string assembly, string scratch, bool keepsCache = false)
    {
        world.Clear(keepsCache);
        if (WarmCache && !keepsCache)
        {
            HostRun warm = HostRun.Of(Ours(world, assembly, World.Again), scratch);
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

    public override string ToString() =>
        $"{Task}, {Name}, {Places.Name}{(Places.HasCache && !IsLibrary ? WarmCache ? ", warm cache" : ", cold cache" : string.Empty)}";

    private static IEnumerable<Scene> Of(Places places) => (places.HasCache ? s_coldAndWarm : [false]).SelectMany(warm => new Scene[]
    {
        new("a new file", places, false, warm, [], "large.bin"),
        new("an existing file", places, false, warm, ["large.bin"], "large.bin"),
        new("three files, one there", places, false, warm, ["folder/inner.bin"], "large.bin", "small.txt", "folder/inner.bin"),
        new("a folder", places, true, warm, []),
        new("an older folder", places, true, warm, ["large.bin", "small.txt"]),
        new(OnlyNewer, places, true, warm, ["block.bin"]),
    });

    private Call Make(World world, string to) => IsStaging
        ? new(
            StagingTask,
            [],
            [new("Sources", world.SourceFolder, new() { ["DestinationFolder"] = world.PathOf(to), ["OnlyNewer"] = $"{KeepsNewer}" })])
        : Call.OfFiles(
            CopyTask,
            new() { ["SkipUnchangedFiles"] = "true", ["Retries"] = "0" },
            Files.Select(name => (world.SourceOf(name), world.PathOf($"{to}/{name}"))));
}
