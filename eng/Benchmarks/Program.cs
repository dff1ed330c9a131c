using CopyOnWrite.Benchmarks;
using CopyOnWrite.Benchmarks.Engine;

// The engine's process is like that of `dotnet build`: nothing is set in it.
if (args is [EngineSession.Verb, var package])
{
    return EngineSession.Run(package);
}

CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var root = new RootCommand(
    "Measures the tasks and the tool, on the volumes in COW_VOLUME_*; writes artifacts/benchmarks. "
    + "`./build.sh bench` mounts the volumes.")
{
    Benchmark("task", "The Copy task, the built-in against ours in one engine.", 5, TaskBench.RunAsync),
    Benchmark("staging", "Staging of a folder: our task, the built-in Copy, and rsync -a.", 9, StagingBench.RunAsync),
    Benchmark("checkouts", "The tenth checkout of a repository, made and built in many ways.", 5, CheckoutsBench.RunAsync),
    Benchmark("first", "The first Copy in a new process.", 20, FirstBench.RunAsync),
};
return await root.Parse(args).InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = TimeSpan.FromMinutes(1) });

static Command Benchmark(string name, string what, int rounds, Func<CallBench, CancellationToken, Task> runAsync) =>
    CallOptions.Command(name, what, rounds, (options, cancel) => CallBench.RunAsync(options, runAsync, cancel));
