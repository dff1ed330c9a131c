using System.CommandLine;

namespace CopyOnWrite.Benchmarks;

/// <summary>The command line of a benchmark. All take the same options; what is not for one says so.</summary>
internal static class BenchCommand
{
    internal static Command New(string name, string what, int usualRounds, Func<CallOptions, CancellationToken, Task<int>> runAsync)
    {
        var rounds = new Option<int>("--rounds")
        {
            Description = "Rounds that count, each with one call of each arm.",
            DefaultValueFactory = _ => usualRounds,
        };
        var volumes = new Option<string[]>("--volume") { Description = "Only on this file system; may be given again, as may the others." };
        var sizes = new Option<long[]>("--size") { Description = "task: only files of this size, in bytes." };
        var states = new Option<string[]>("--sources") { Description = "task: only settled or fresh sources." };
        var destinations = new Option<string[]>("--destination") { Description = "task: only new, existing or unchanged destinations." };
        var folders = new Option<int[]>("--folders") { Description = "task: only destinations in 1 or in 50 folders." };
        var files = new Option<int?>("--files") { Description = "task, scale: the most files in a call." };
        var megabytes = new Option<int>("--megabytes")
        {
            Description = "task: the most that a call may have to write; large files are fewer then.",
            DefaultValueFactory = _ => 64,
        };
        var against = new Option<string?>("--against")
        {
            Description = "A folder with the packages of another version: its task is measured in the built-in's place.",
        };
        var binaryLog = new Option<bool>("--binary-log") { Description = "With a binary log, for which every message is made." };
        rounds.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<int>() is < 2 or > 1000)
            {
                result.AddError("--rounds takes a whole number from 2 to 1000.");
            }
        });
        states.AcceptOnlyFromAmong("settled", "fresh");
        destinations.AcceptOnlyFromAmong("new", "existing", "unchanged");
        var command = new Command(name, what)
        {
            rounds, volumes, sizes, states, destinations, folders, files, megabytes, against, binaryLog,
        };
        command.SetAction((parsed, cancel) => runAsync(
            new CallOptions
            {
                Rounds = parsed.GetValue(rounds),
                Volumes = parsed.GetValue(volumes) ?? [],
                Sizes = parsed.GetValue(sizes) ?? [],
                Sources = parsed.GetValue(states) ?? [],
                Destinations = parsed.GetValue(destinations) ?? [],
                Folders = parsed.GetValue(folders) ?? [],
                Files = parsed.GetValue(files),
                Megabytes = parsed.GetValue(megabytes),
                Against = parsed.GetValue(against),
                BinaryLog = parsed.GetValue(binaryLog),
            },
            cancel));
        return command;
    }
}
