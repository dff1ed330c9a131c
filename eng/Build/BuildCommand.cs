namespace CopyOnWrite.Build;

/// <summary>The command line of <c>./build.sh</c>.</summary>
internal static class BuildCommand
{
    internal static RootCommand New() => new("Builds, tests and shows CopyOnWrite.Sdk.")
    {
        Verb("pack", "Writes artifacts/packages/*.nupkg.", async (_, cancel) =>
        {
            await Pack.RunAsync(cancel);
            return 0;
        }),
        TestCommand(),
        DemoCommand(),
        BenchCommand(),
        PassedOn(
            "torture",
            "Kills, errors, other users and useless locks, with the packed product: --minutes, --seed, --points, --only.",
            "Torture", TestTools.All, []),
        MeasureCommand(),
    };

    private static Command TestCommand()
    {
        var filter = new Option<string?>("--filter") { Description = "Only the tests that this expression of `dotnet test` selects." };
        var fast = new Option<bool>("--fast") { Description = "Only tests in their own process, and not those of the category Slow." };
        var project = new Option<string?>("--project") { Description = "Only projects whose name contains this, such as Windows.Tests." };
        return Verb(
            "test", "Runs every test; the last line is \"N passed, N failed\".",
            (given, cancel) =>
                Test.RunAsync(given.GetValue(filter), given.GetValue(fast), given.GetValue(project) ?? string.Empty, cancel),
            filter, fast, project);
    }

    private static Command MeasureCommand()
    {
        Command verb = Verb(
            "measure",
            "Shows on this machine what the pages claim, a line each: the full path of a folder on the volume, and --repository PATH, "
                + "--rounds N, --dismount, --after-restart, --files-only (CONTRIBUTING.md).",
            async (given, cancel) =>
            {
                if (given.UnmatchedTokens is not [var folder, ..] || !Directory.Exists(folder.Trim('"')))
                {
                    throw new ProgramFailedException(2, "Name a folder on the volume to measure by its full path: measure D:\\");
                }

                await Pack.RunAsync(cancel);
                await Shell.BuildAsync("eng/Measure", cancel);
                await Shell.BuildAsync("tests/CopyOnWrite.Parity", cancel);
                return await Shell.RunAsync("dotnet", [RepositoryRoot.Built("CopyOnWrite.Measure"), .. given.UnmatchedTokens], cancel);
            });
        verb.TreatUnmatchedTokensAsErrors = false;
        return verb;
    }

    private static Command DemoCommand()
    {
        Option<int> rounds = RoundsOption("Timed builds of each kind; medians are shown.", 1);
        var all = new Option<bool>("--all") { Description = "Every volume, with packages on the same one and on another." };
        return Verb(
            "demo", "Shows a worktree that is already built, two writers of a file, and what a build clones.",
            (given, cancel) => Demo.RunAsync(given.GetValue(all), given.GetValue(rounds), cancel), all, rounds);
    }

    private static Command BenchCommand()
    {
        const string Rounds = "Rounds that count, each with one build of each arm.";
        Option<int> buildRounds = RoundsOption(Rounds, 11);
        var server = new Option<bool>("--server") { Description = "By MSBuild's server, as builds of .NET 11 are." };
        Option<int> cacheRounds = RoundsOption(Rounds, 9);
        return new("bench", "Measures, with intervals; writes artifacts/benchmarks. docs/benchmarks has the results.")
        {
            Verb(
                "builds", "Clean and no-op builds of the samples, everything on one volume, to show that the package makes none slower.",
                (given, cancel) => SampleBench.BuildsAsync(given.GetValue(buildRounds), given.GetValue(server), cancel),
                buildRounds, server),
            Verb(
                "cache", "The cross-volume cache, warm and cold: packages on a volume of their own, many services.",
                (given, cancel) => SampleBench.CacheAsync(given.GetValue(cacheRounds), cancel), cacheRounds),
            Measured("task", "The Copy task, the built-in against ours: --rounds, --volume, --cell, --files.", []),
            Measured(
                "staging", "Staging of a folder: our task, the built-in Copy, and rsync -a: --rounds, --volume.", [("rsync", ["rsync"])]),
            Measured("checkouts", "The tenth checkout of a repository, made and built in five ways: --rounds, --volume.", []),
            Measured("first", "The first Copy in a new process: --rounds, --volume.", []),
        };
    }

    /// <summary>A benchmark of eng/Benchmarks, with the options that it takes.</summary>
    private static Command Measured(string name, string what, (string Program, string[] Packages)[] tools) =>
        PassedOn(name, what, "Benchmarks", tools, [name]);

    private static Command Verb(
        string name, string what, Func<ParseResult, CancellationToken, Task<int>> runAsync, params Option[] options)
    {
        var verb = new Command(name, what);
        Array.ForEach(options, verb.Add);
        verb.SetAction(async (given, cancel) =>
        {
            try
            {
                return await runAsync(given, cancel);
            }
            catch (ProgramFailedException e)
            {
                if (e.Message.Length > 0)
                {
                    Console.Error.WriteLine(e.Message);
                }

                return e.ExitCode;
            }
        });
        return verb;
    }

    /// <summary>A program of eng/, which reads the options and works on the packages and the volumes.</summary>
    private static Command PassedOn(
        string name, string what, string program, (string Program, string[] Packages)[] tools, string[] arguments)
    {
        Command verb = Verb(name, what, async (given, cancel) =>
        {
            await Pack.RunAsync(cancel);
            await Shell.BuildAsync($"eng/{program}", cancel);
            await TestTools.EnsureAsync(tools, cancel);
            await using MountedVolumes volumes = await MountedVolumes.UpAsync(cancel);
            string[] all = [RepositoryRoot.Built($"CopyOnWrite.{program}"), .. arguments, .. given.UnmatchedTokens];
            return await Shell.RunAsync("dotnet", all, cancel, volumes.Variables);
        });
        verb.TreatUnmatchedTokensAsErrors = false;
        return verb;
    }

    private static Option<int> RoundsOption(string description, int usual) =>
        new("--rounds") { Description = description, DefaultValueFactory = _ => usual };
}
