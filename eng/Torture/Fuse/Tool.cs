namespace CopyOnWrite.Torture.Fuse;

/// <summary>What copies a folder's files.</summary>
internal sealed record Tool(string Name, Func<Ground, string> Assembly, string Task)
{
    internal static Tool BuiltIn { get; } = new("built-in", _ => string.Empty, Scene.BuiltInTask);

    internal static Tool Copy { get; } = new("Copy", ground => ground.Assembly, Scene.CopyTask);

    internal static IReadOnlyList<Tool> Ours { get; } =
    [
        Copy,
        new("staging", ground => Product.StagingBeside(ground.Assembly), Scene.StagingTask),
        new("library", ground => Product.LibraryBeside(ground.Assembly), Scene.LibraryTask),
    ];

    internal Call CallFor(string from, string to) => Task == Scene.StagingTask
        ? new(Task, [], [new("Sources", from, new() { ["DestinationFolder"] = to, ["AlwaysCopy"] = "true" })])
        : Call.OfFiles(Task, [], Directory.EnumerateFiles(from).Select(file => (file, Path.Combine(to, Path.GetFileName(file)))));
}
