using System;
using System.CommandLine;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Benchmarks;
using CopyOnWrite.Benchmarks.Engine;

// The engine's process is as `dotnet build` has it: nothing is set in it.
if (args is [EngineSession.Verb, var package, .. var log])
{
    return EngineSession.Run(package, log.FirstOrDefault());
}

CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
(string Name, string What, int Rounds, Func<CallOptions, CancellationToken, Task<int>> RunAsync)[] benchmarks =
[
    ("task", "The Copy task, the built-in against ours in one engine, and against the bare system calls.", 5, TaskBench.RunAsync),
    ("scale", "1,000 to 100,000 files in one call: time for a file, and memory.", 3, ScaleBench.RunAsync),
    ("staging", "Staging of a folder: our task, the built-in Copy, and rsync -a.", 9, StagingBench.RunAsync),
    ("first", "The first Copy in a new process.", 20, FirstBench.RunAsync),
    ("matrix", "File.Copy against the core, one file, seven sizes and more, with BenchmarkDotNet.", 9, MatrixBench.RunAsync),
];

var root = new RootCommand(
    "Measures the task and the library, on the volumes in COW_VOLUME_*; writes artifacts/benchmarks. "
    + "`./build.sh bench` mounts the volumes.");
foreach ((string name, string what, int usual, Func<CallOptions, CancellationToken, Task<int>> runAsync) in benchmarks)
{
    var rounds = new Option<int>("--rounds")
    {
        Description = "Rounds that count, each with one call of each arm.",
        DefaultValueFactory = _ => usual,
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
    var command = new Command(name, what) { rounds, volumes, sizes, states, destinations, folders, files, megabytes, binaryLog };
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
            BinaryLog = parsed.GetValue(binaryLog),
        },
        cancel));
    root.Add(command);
}

return await root.Parse(args).InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = TimeSpan.FromMinutes(1) });
