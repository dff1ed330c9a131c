namespace CopyOnWrite.Torture;

/// <summary>An item of a parameter that takes items.</summary>
internal sealed record Item(string Parameter, string Include, Dictionary<string, string> Metadata);

/// <summary>A task with its parameters.</summary>
internal sealed record Call(string Task, Dictionary<string, string> Parameters, List<Item> Items);

/// <summary>The work of a host.</summary>
/// <param name="Assembly">That of the tasks; empty for the built-in.</param>
/// <param name="Folder">The project's folder.</param>
/// <param name="Calls">One after the other; the first that does not succeed ends the job.</param>
/// <param name="Until">All of them again and again, until there is a file of that name.</param>
/// <param name="HasHelpers">Whether a call copies in as many threads as in a build; else in one, so that each run is the same.</param>
internal sealed record Job(string Assembly, string Folder, List<Call> Calls, string? Until = null, bool HasHelpers = false)
{
    internal static Job Read(string file) => JsonSerializer.Deserialize<Job>(File.ReadAllText(file))!;

    internal void Write(string file) => File.WriteAllText(file, JsonSerializer.Serialize(this));
}
