using System.CommandLine;

namespace CopyOnWrite.Build;

/// <summary>The command line of <c>./build.sh</c>.</summary>
internal static class BuildCommand
{
    internal static RootCommand New() => new("Builds, tests and shows CopyOnWrite.Sdk.")
    {
        PackCommand(),
        TestCommand(),
        DemoCommand(),
        StressCommand(),
        VisualStudioCommand(),
        BenchCommand(),
        FuzzCommand(),
        TortureCommand(),
    };

    private static Command PackCommand()
    {
        var pack = new Command("pack", "Writes artifacts/packages/*.nupkg.");
        pack.SetAction((_, cancel) => Pack.RunAsync(cancel));
        return pack;
    }

    private static Command TestCommand()
    {
        var filter = new Option<string?>("--filter") { Description = "Only the tests that this expression of `dotnet test` selects." };
        var fast = new Option<bool>("--fast")
        {
            Description =
                "Only tests that run the code under test in their own process, except those of the category Slow: "
                + "half a minute from a warm build.",
        };
        var project = new Option<string?>("--project")
        {
            Description = "Only the test projects whose name contains this, such as Windows.Tests.",
        };
        var test = new Command("test", "Runs every test; the last line is \"N passed, N failed\".") { filter, fast, project };
        test.SetAction((arguments, cancel) => Test.RunAsync(
            arguments.GetValue(filter), arguments.GetValue(fast), arguments.GetValue(project) ?? string.Empty, cancel));
        return test;
    }

    private static Command DemoCommand()
    {
        Option<int> rounds = Whole("--rounds", "Timed builds of each kind; medians are shown.", 1, 100, SampleBench.EnoughRounds);
        var all = new Option<bool>("--all")
        {
            Description = "Every volume, with packages on the same one and on another; also counts the files that were cloned.",
        };
        var demo = new Command("demo", "Builds samples/Microservices with and without the SDK and shows what differs.") { all, rounds };
        demo.SetAction((arguments, cancel) => Demo.RunAsync(arguments.GetValue(all), arguments.GetValue(rounds), cancel));
        return demo;
    }

    private static Command StressCommand()
    {
        var stress = new Command(
            "stress", "Windows: clones just-written files, many at once, on the volumes that clone, and reads every copy back.");
        stress.SetAction((_, cancel) => Stress.RunAsync(cancel));
        return stress;
    }

    private static Command VisualStudioCommand()
    {
        var path = new Option<string?>("--msbuild") { Description = "An MSBuild.exe, in place of the newest Visual Studio's." };
        var msbuild = new Command("msbuild", "Builds with Visual Studio's MSBuild.exe and the packed SDK, and proves the clones.") { path };
        msbuild.SetAction((arguments, cancel) => VisualStudio.RunAsync(arguments.GetValue(path), cancel));
        return msbuild;
    }

    private static Command BenchCommand()
    {
        Option<int> order = Whole("--seed", "Of the order of builds in each round.", 0, int.MaxValue, 1);
        var bench = new Command("bench", "Measures, with intervals; writes artifacts/benchmarks. docs/benchmarks has the results.")
        {
            BuildsBench(order), CacheBench(order),
        };
        foreach ((string name, string what) in Benchmarks.All)
        {
            var benchmark = new Command(name, what) { TreatUnmatchedTokensAsErrors = false };
            benchmark.SetAction((arguments, cancel) => Benchmarks.RunAsync(name, arguments.UnmatchedTokens, cancel));
            bench.Add(benchmark);
        }

        return bench;
    }

    private static Command BuildsBench(Option<int> order)
    {
        Option<int> rounds = Whole("--rounds", "Rounds that count, each with one build of each arm.", 1, 1000, 11);
        var builds = new Command(
            "builds", "Clean and no-op builds of the samples, everything on one volume, to show that the SDK makes none slower.")
        {
            rounds, order,
        };
        builds.SetAction((arguments, cancel) => SampleBench.BuildsAsync(arguments.GetValue(rounds), arguments.GetValue(order), cancel));
        return builds;
    }

    private static Command CacheBench(Option<int> order)
    {
        Option<int> services = Whole("--services", "How many services the sample has.", 1, 200, 16);
        Option<int> rounds = Whole("--rounds", "Rounds that count, each with one build of each arm.", 1, 1000, 9);
        var cache = new Command(
            "cache", "The cross-volume cache, warm and cold: packages on a volume of their own, many services.")
        {
            services, rounds, order,
        };
        cache.SetAction((arguments, cancel) => SampleBench.CacheAsync(
            arguments.GetValue(services), arguments.GetValue(rounds), arguments.GetValue(order), cancel));
        return cache;
    }

    private static Command FuzzCommand()
    {
        var seed = new Option<int>("--seed")
        {
            Description = "Where the random scenarios begin; the same seed gives the same scenarios.",
            DefaultValueFactory = _ => 1,
        };
        var count = new Option<int>("--count") { Description = "How many scenarios.", DefaultValueFactory = _ => 10_000 };
        var fuzz = new Command("fuzz", "Compares our Copy with the built-in in random scenarios.") { seed, count };
        fuzz.SetAction((arguments, cancel) => Fuzz.RunAsync(arguments.GetValue(seed), arguments.GetValue(count), cancel));
        return fuzz;
    }

    private static Command TortureCommand()
    {
        var torture = new Command(
            "torture",
            "Kills, injected errors and other users, at every point of the packed product: "
            + "--minutes, --seed, --points, --only, --report.")
        {
            TreatUnmatchedTokensAsErrors = false,
        };
        torture.SetAction((arguments, cancel) => Torture.RunAsync(arguments.UnmatchedTokens, cancel));
        return torture;
    }

    private static Option<int> Whole(string name, string description, int least, int most, int usual)
    {
        var option = new Option<int>(name) { Description = description, DefaultValueFactory = _ => usual };
        option.Validators.Add(result =>
        {
            // What is no number is refused before.
            if (result.Tokens is [.., { Value: var text }] && int.TryParse(text, out int number) && (number < least || number > most))
            {
                result.AddError($"{name} takes a whole number from {least} to {most}.");
            }
        });
        return option;
    }
}
