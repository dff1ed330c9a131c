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
var test = new Command("test", "Runs every test; the last line is \"N passed, N failed\".") { filter };
test.SetAction((arguments, cancel) => Test.RunAsync(arguments.GetValue(filter), cancel));
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

var benchmarks = new Argument<string?>("filter") { Description = "Part of a benchmark's name; all without it.", Arity = ArgumentArity.ZeroOrOne };
Option<int> services = Whole("--services", "How many services the sample has.", 1, 200, 16);
Option<int> kept = Whole("--rounds", "Rounds that count, each with one build of each kind.", 2, 1000, 9);
Option<int> order = Whole("--seed", "Of the order of builds in each round.", 0, int.MaxValue, 1);
var bench = new Command("bench", "Measures, with intervals; writes artifacts/benchmarks.") { benchmarks, services, kept, order };
bench.SetAction((arguments, cancel) => Bench.RunAsync(
    arguments.GetValue(benchmarks),
    new BenchOptions(arguments.GetValue(services), arguments.GetValue(kept), arguments.GetValue(order)),
    cancel));
root.Add(bench);

var seed = new Option<int>("--seed") { Description = "Where the random scenarios begin; the same seed gives the same scenarios.", DefaultValueFactory = _ => 1 };
var count = new Option<int>("--count") { Description = "How many scenarios.", DefaultValueFactory = _ => 10_000 };
var fuzz = new Command("fuzz", "Compares our Copy with the built-in in random scenarios.") { seed, count };
fuzz.SetAction((arguments, cancel) => Fuzz.RunAsync(arguments.GetValue(seed), arguments.GetValue(count), cancel));
root.Add(fuzz);

ParseResult parsed = root.Parse(args);

// A closed terminal too: volumes must not stay mounted. Interrupt and termination are System.CommandLine's.
using var hangup = new CancellationTokenSource();
using var registration = PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal =>
{
    signal.Cancel = true;
    hangup.Cancel();
});
return await parsed.InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = System.TimeSpan.FromMinutes(1) }, hangup.Token);
