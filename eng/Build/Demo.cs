namespace CopyOnWrite.Build;

/// <summary>
/// <c>./build.sh demo</c>: what the tool does without the package, then samples/Microservices with and without it, its packages on a volume
/// that does not clone, where the package gains most.
/// </summary>
internal static class Demo
{
    // The others are not measured, and packing them takes as long as some builds.
    private static readonly string[] s_packages = ["CopyOnWrite.Sdk", "CopyOnWrite.Tool"];

    /// <param name="all">Whether every volume is used, not only the first that clones.</param>
    internal static async Task<int> RunAsync(bool all, int rounds, CancellationToken cancel)
    {
        Console.WriteLine("Packing CopyOnWrite.Sdk and dotnet cow.");
        return await SampleBench.RunAsync("demo", bench => MeasureAsync(bench, all, rounds, cancel), cancel, s_packages);
    }

    /// <summary>The next steps of a user, in the user's repository: the tool and the packages are named by full paths.</summary>
    internal static string[] Next(string tool, string packages) =>
    [
        "Next, in a repository of your own:",
        $"  dotnet {tool} worktree ../NEW    # another checkout, as built as this one",
        $"  dotnet {tool} report msbuild.binlog    # of a build with -bl: who writes the same file, what was copied",
        $"  dotnet {tool} bench . --source {packages}    # the same measurement, on copies of it",
        "README.md, \"The package\", has the line that turns the package on.",
    ];

    private static async Task<int> MeasureAsync(SampleBench bench, bool all, int rounds, CancellationToken cancel)
    {
        BenchVolume[] cloning = all ? bench.Cloning : [.. bench.Cloning.Take(1)];
        BenchVolume[] one = all || cloning.Length == 0 ? bench.PlainFirst : cloning;
        bool apart = bench.Plain is not null && cloning.Length > 0;
        if (cloning.Length == 0)
        {
            Console.WriteLine("No volume here clones: this shows only that nothing is lost there. Run as root, or on btrfs or xfs.");
        }

        int exitCode;
        using (var server = new CompilerServer())
        {
            var doors = new DemoDoors(cloning.Concat(bench.PlainFirst).First(), server, rounds, cancel);
            await doors.RunAsync();
            exitCode = doors.ExitCode;
        }

        Console.WriteLine("What the package gains where files can be cloned: a line for each build. The first of each kind is dropped.");
        string sample = RepositoryRoot.Sample("Microservices");
        string[] arms = SampleBench.Words($"--arm built-in --arm built-in-again --arm sdk --rounds {rounds}");
        if (apart)
        {
            await bench.MeasureAsync(sample, cloning, ["--packages", SampleBench.PackagesOn(bench.Plain!), .. arms]);
        }

        if (all || !apart)
        {
            await bench.MeasureAsync(sample, one, ["--packages-on-each", .. arms]);
        }

        if (!all)
        {
            Console.WriteLine("On every volume here: ./build.sh demo --all");
        }

        Console.WriteLine(string.Join(Environment.NewLine, Next(SampleBench.Tool, PackedPackage.Feed)));
        return Math.Max(exitCode, bench.ExitCode);
    }
}
