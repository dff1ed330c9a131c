using System.CommandLine;
using System.Runtime.InteropServices;
using System.Threading;
using CopyOnWrite.Build;
using CopyOnWrite.Build.Benchmarks;

var root = new RootCommand("Builds, tests and shows CopyOnWrite.Sdk.");

var pack = new Command("pack", "Writes artifacts/packages/*.nupkg.");
pack.SetAction((_, cancel) => Pack.RunAsync(cancel));
root.Add(pack);

var filter = new Option<string?>("--filter") { Description = "Only the tests that this expression of `dotnet test` selects." };
var fast = new Option<bool>("--fast") { Description = "Only what takes a minute: the tests that run what they test in their own process, but for those of the category Slow." };
var project = new Option<string?>("--project") { Description = "Only the test projects whose name contains this, such as Windows.Tests." };
var test = new Command("test", "Runs every test; the last line is \"N passed, N failed\".") { filter, fast, project };
test.SetAction((arguments, cancel) => Test.RunAsync(
    arguments.GetValue(filter), arguments.GetValue(fast), arguments.GetValue(project) ?? string.Empty, cancel));
root.Add(test);

Option<int> Whole(string name, string description, int least, int most, int usual)
{
    var option = new Option<int>(name) { Description = description, DefaultValueFactory = _ => usual };
    option.Validators.Add(result =>
    {
        if (result.GetValueOrDefault<int>() < least || result.GetValueOrDefault<int>() > most)
        {
            result.AddError($"{name} takes a whole number from {least} to {most}.");
        }
    });
    return option;
}

Option<int> rounds = Whole("--rounds", "Timed builds of each kind; medians are shown.", 1, 100, 3);
var demo = new Command("demo", "Builds samples/Microservices with and without the SDK and shows what differs.") { rounds };
demo.SetAction((arguments, cancel) => Demo.RunAsync(arguments.GetValue(rounds), cancel));
root.Add(demo);

var stress = new Command("stress", "Windows: clones just-written files, many at once, on the volumes that clone, and reads every copy back.");
stress.SetAction((_, cancel) => Stress.RunAsync(cancel));
root.Add(stress);

var msbuildPath = new Option<string?>("--msbuild") { Description = "An MSBuild.exe, in place of the newest Visual Studio's." };
var msbuild = new Command("msbuild", "Builds with Visual Studio's MSBuild.exe and the packed SDK, and proves the clones.") { msbuildPath };
msbuild.SetAction((arguments, cancel) => VisualStudio.RunAsync(arguments.GetValue(msbuildPath), cancel));
root.Add(msbuild);

var benchmarks = new Argument<string?>("filter") { Description = "Part of a benchmark's name; all without it.", Arity = ArgumentArity.ZeroOrOne };
Option<int> services = Whole("--services", "How many services the sample has.", 1, 200, 16);
var kept = new Option<int?>("--rounds") { Description = "Rounds that count, each with one call or build of each kind; each benchmark has its usual number." };
kept.Validators.Add(result =>
{
    if (result.GetValueOrDefault<int?>() is < 2 or > 1000)
    {
        result.AddError("--rounds takes a whole number from 2 to 1000.");
    }
});
Option<int> order = Whole("--seed", "Of the order of builds in each round.", 0, int.MaxValue, 1);
var volumes = new Option<string[]>("--volume") { Description = "task, scale, first: only on this file system; may be given again, as may the next four." };
var sizes = new Option<long[]>("--size") { Description = "task: only files of this size, in bytes." };
var states = new Option<string[]>("--sources") { Description = "task: only settled or fresh sources." };
var destinations = new Option<string[]>("--destination") { Description = "task: only new, existing or unchanged destinations." };
var folders = new Option<int[]>("--folders") { Description = "task: only destinations in 1 or in 50 folders." };
states.AcceptOnlyFromAmong("settled", "fresh");
destinations.AcceptOnlyFromAmong("new", "existing", "unchanged");
Option<int> most = Whole("--files", "task, scale: the most files in a call; 0 for the benchmark's own number.", 0, 1_000_000, 0);
Option<int> megabytes = Whole("--megabytes", "task: the most that a call may have to write; large files are fewer then.", 1, 100_000, 64);
var binaryLog = new Option<bool>("--binary-log") { Description = "task, scale, first: with a binary log, for which every message is made." };
var bench = new Command("bench", "Measures, with intervals; writes artifacts/benchmarks.")
{
    benchmarks, services, kept, order, volumes, sizes, states, destinations, folders, most, megabytes, binaryLog,
};
bench.SetAction((arguments, cancel) => Bench.RunAsync(
    arguments.GetValue(benchmarks),
    arguments.GetValue(kept),
    new BenchOptions(arguments.GetValue(services), 0, arguments.GetValue(order))
    {
        Calls = new CallOptions
        {
            Volumes = arguments.GetValue(volumes) ?? [],
            Sizes = arguments.GetValue(sizes) ?? [],
            Sources = arguments.GetValue(states) ?? [],
            Destinations = arguments.GetValue(destinations) ?? [],
            Folders = arguments.GetValue(folders) ?? [],
            Files = arguments.GetValue(most) is var n and > 0 ? n : null,
            Megabytes = arguments.GetValue(megabytes),
            BinaryLog = arguments.GetValue(binaryLog),
        },
    },
    cancel));
root.Add(bench);

var seed = new Option<int>("--seed") { Description = "Where the random scenarios begin; the same seed gives the same scenarios.", DefaultValueFactory = _ => 1 };
var count = new Option<int>("--count") { Description = "How many scenarios.", DefaultValueFactory = _ => 10_000 };
var fuzz = new Command("fuzz", "Compares our Copy with the built-in in random scenarios.") { seed, count };
fuzz.SetAction((arguments, cancel) => Fuzz.RunAsync(arguments.GetValue(seed), arguments.GetValue(count), cancel));
root.Add(fuzz);

var torture = new Command("torture", "Kills, injected errors and other users, at every point of the packed product: --minutes, --seed, --points, --only, --report.")
{
    TreatUnmatchedTokensAsErrors = false,
};
torture.SetAction((arguments, cancel) => Torture.RunAsync(arguments.UnmatchedTokens, cancel));
root.Add(torture);

ParseResult parsed = root.Parse(args);

// A closed terminal too: volumes must not stay mounted. Interrupt and termination are System.CommandLine's.
using var hangup = new CancellationTokenSource();
using var registration = PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal =>
{
    signal.Cancel = true;
    hangup.Cancel();
});
return await parsed.InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = System.TimeSpan.FromMinutes(1) }, hangup.Token);
