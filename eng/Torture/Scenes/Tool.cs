namespace CopyOnWrite.Torture.Scenes;

/// <summary>What copies: the built-in, one of our tasks, or the library.</summary>
/// <param name="Task">The type. A name, because types need MSBuild's assemblies.</param>
/// <param name="Assembly">From the folder of the packed task assemblies; null for the built-in.</param>
internal sealed record Tool(string Name, string Task, string? Assembly)
{
    internal static Tool BuiltIn { get; } = new("built-in", "Microsoft.Build.Tasks.Copy", null);

    internal static Tool Copy { get; } = new("Copy", "CopyOnWrite.Tasks.Copy", "CopyOnWrite.Sdk.Tasks.dll");

    internal static Tool Staging { get; } =
        new("staging", "CopyOnWrite.Artifacts.CopyOnWriteStaging", "CopyOnWrite.Artifacts.Tasks.dll");

    internal static Tool Library { get; } =
        new("library", "CopyOnWrite.Torture.Host.LibraryCopy", "../../lib/net10.0/CopyOnWrite.Core.dll");

    internal Job JobIn(string folder, Ground ground, params IEnumerable<Call> calls) =>
        new(Assembly is null ? string.Empty : Path.Combine(ground.Tasks, Assembly), folder, [.. calls]);

    /// <param name="parameters">Of a task.</param>
    internal Call CallFor(IEnumerable<(string From, string To)> files, params (string Name, string Value)[] parameters) => new(
        Task,
        this == Library ? [] : parameters.ToDictionary(parameter => parameter.Name, parameter => parameter.Value),
        [.. files.SelectMany(file => new Item[] { new("SourceFiles", file.From, []), new("DestinationFiles", file.To, []) })]);

    internal static Call Stage(string from, string to, string option, bool value) =>
        new(Staging.Task, [], [new("Sources", from, new() { ["DestinationFolder"] = to, [option] = $"{value}" })]);
}
