namespace CopyOnWrite.Benchmarks;

/// <param name="Rounds">That count; one more comes before them.</param>
/// <param name="Volumes">File systems, by their names in the report; empty for all.</param>
/// <param name="Cells">Parts of the lines of the cells to measure.</param>
/// <param name="Files">The files in a call of `task` (fewer if large or written), or the sources of `checkouts`. Null: as usual.</param>
/// <param name="Gigabytes">The size of additional outputs.</param>
/// <param name="Tool">Another tool's assembly.</param>
/// <param name="Repository">A git repository in place of the sample; null for the sample.</param>
/// <param name="Project">What is built of it; null for what its folder's solution has.</param>
internal sealed record CallOptions(
    int Rounds, string[] Volumes, string[] Cells, int? Files, string? Repository, string? Project, int? Gigabytes, string? Tool)
{
    /// <summary>All benchmarks take the same options; the description names those that use it, if not all do.</summary>
    internal static Command Command(string name, string what, int usualRounds, Func<CallOptions, CancellationToken, Task<int>> runAsync)
    {
        var rounds = new Option<int>("--rounds")
        {
            Description = "Rounds that count, each with one call of each arm.",
            DefaultValueFactory = _ => usualRounds,
        };
        var volumes = new Option<string[]>("--volume") { Description = "Only on this file system; may be given again, as may --cell." };
        var cells = new Option<string[]>("--cell") { Description = "task, checkouts: cells or ways whose line has this, as 'fresh, new'." };
        var files = new Option<int?>("--files") { Description = "task: files in a call (1,000), fewer if large. checkouts: more sources." };
        var repository = new Option<string?>("--repository") { Description = "checkouts: a git repository in place of the sample." };
        var project = new Option<string?>("--project") { Description = "checkouts: a project or solution of it, to build no more." };
        var gigabytes = new Option<int?>("--gigabytes") { Description = "checkouts: more outputs." };
        var tool = new Option<string?>("--tool") { Description = "checkouts: an older dotnet-cow.dll, to compare its `worktree`." };
        var command = new Command(name, what) { rounds, volumes, cells, files, repository, project, gigabytes, tool };
        command.SetAction((given, cancel) => runAsync(
            new(given.GetValue(rounds), given.GetValue(volumes) ?? [], given.GetValue(cells) ?? [], given.GetValue(files),
                given.GetValue(repository), given.GetValue(project), given.GetValue(gigabytes), given.GetValue(tool)),
            cancel));
        return command;
    }
}
