using System.CommandLine;
using System.Runtime.InteropServices;
using System.Threading;
using CopyOnWrite.Build;

var root = new RootCommand("Builds, tests and shows CopyOnWrite.Sdk.");

var pack = new Command("pack", "Writes artifacts/packages/*.nupkg.");
pack.SetAction((_, cancel) => Pack.RunAsync(cancel));
root.Add(pack);

var filter = new Option<string?>("--filter") { Description = "Only the tests that this expression of `dotnet test` selects." };
var fast = new Option<bool>("--fast")
{
    Description =
        "Only tests that run the code under test in their own process, except those of the category Slow: half a minute from a warm build.",
};
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
demo.SetAction((arguments, cancel) => SampleBench.DemoAsync(arguments.GetValue(rounds), cancel));
root.Add(demo);

var stress = new Command(
    "stress", "Windows: clones just-written files, many at once, on the volumes that clone, and reads every copy back.");
stress.SetAction((_, cancel) => Stress.RunAsync(cancel));
root.Add(stress);

var msbuildPath = new Option<string?>("--msbuild") { Description = "An MSBuild.exe, in place of the newest Visual Studio's." };
var msbuild = new Command("msbuild", "Builds with Visual Studio's MSBuild.exe and the packed SDK, and proves the clones.") { msbuildPath };
msbuild.SetAction((arguments, cancel) => VisualStudio.RunAsync(arguments.GetValue(msbuildPath), cancel));
root.Add(msbuild);

var bench = new Command("bench", "Measures, with intervals; writes artifacts/benchmarks. docs/benchmarks has the results.");
Option<int> order = Whole("--seed", "Of the order of builds in each round.", 0, int.MaxValue, 1);
Option<int> buildRounds = Whole("--rounds", "Rounds that count, each with one build of each arm.", 1, 1000, 11);
var builds = new Command(
    "builds", "Clean and no-op builds of the samples, everything on one volume, to show that the SDK makes none slower.")
{
    buildRounds, order,
};
builds.SetAction((arguments, cancel) => SampleBench.BuildsAsync(arguments.GetValue(buildRounds), arguments.GetValue(order), cancel));
bench.Add(builds);

Option<int> services = Whole("--services", "How many services the sample has.", 1, 200, 16);
Option<int> cacheRounds = Whole("--rounds", "Rounds that count, each with one build of each arm.", 1, 1000, 9);
var cache = new Command("cache", "The cross-volume cache, warm and cold: packages on a volume of their own, many services.")
{
    services, cacheRounds, order,
};
cache.SetAction((arguments, cancel) =>
    SampleBench.CacheAsync(arguments.GetValue(services), arguments.GetValue(cacheRounds), arguments.GetValue(order), cancel));
bench.Add(cache);

foreach ((string name, string what) in Benchmarks.All)
{
    var benchmark = new Command(name, what) { TreatUnmatchedTokensAsErrors = false };
    benchmark.SetAction((arguments, cancel) => Benchmarks.RunAsync(name, arguments.UnmatchedTokens, cancel));
    bench.Add(benchmark);
}

root.Add(bench);

var seed = new Option<int>("--seed")
{
    Description = "Where the random scenarios begin; the same seed gives the same scenarios.",
    DefaultValueFactory = _ => 1,
};
var count = new Option<int>("--count") { Description = "How many scenarios.", DefaultValueFactory = _ => 10_000 };
var fuzz = new Command("fuzz", "Compares our Copy with the built-in in random scenarios.") { seed, count };
fuzz.SetAction((arguments, cancel) => Fuzz.RunAsync(arguments.GetValue(seed), arguments.GetValue(count), cancel));
root.Add(fuzz);

var torture = new Command(
    "torture",
    "Kills, injected errors and other users, at every point of the packed product: --minutes, --seed, --points, --only, --report.")
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
