using System.CommandLine;
using System.Runtime.InteropServices;
using System.Threading;
using CopyOnWrite.Build;

var root = new RootCommand("Builds, tests and shows CopyOnWrite.Sdk.");

var pack = new Command("pack", "Writes artifacts/packages/*.nupkg.");
pack.SetAction((_, cancel) => Pack.RunAsync(cancel));
root.Add(pack);

var filter = new Option<string?>("--filter") { Description = "Only the tests that this expression of `dotnet test` selects." };
var test = new Command("test", "Runs every test; the last line is \"N passed, N failed\".") { filter };
test.SetAction((arguments, cancel) => Test.RunAsync(arguments.GetValue(filter), cancel));
root.Add(test);

var rounds = new Option<int>("--rounds") { Description = "Timed builds of each kind; medians are shown.", DefaultValueFactory = _ => 3 };
rounds.Validators.Add(result =>
{
    if (result.GetValueOrDefault<int>() is < 1 or > 100)
    {
        result.AddError("--rounds takes a whole number from 1 to 100.");
    }
});
var demo = new Command("demo", "Builds samples/Microservices with and without the SDK and shows what differs.") { rounds };
demo.SetAction((arguments, cancel) => Demo.RunAsync(arguments.GetValue(rounds), cancel));
root.Add(demo);

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
