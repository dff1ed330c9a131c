using CopyOnWrite.Build.Flakes;

namespace CopyOnWrite.Build;

/// <summary>
/// <c>./build.sh demo</c>: samples/Microservices with and without the SDK, first with its packages on a volume that does not clone, where
/// the SDK gains most, then with everything on one volume, where it gains nothing.
/// </summary>
internal static class Demo
{
    // The others are not measured, and packing them takes as long as some builds.
    private static readonly string[] s_packages = ["CopyOnWrite.Sdk", "CopyOnWrite.Tool"];

    /// <param name="all">Whether every volume is used, not only the first that clones.</param>
    internal static async Task<int> RunAsync(bool all, int rounds, CancellationToken cancel)
    {
        Console.WriteLine("Packing CopyOnWrite.Sdk and dotnet cow.");
        await Pack.RunAsync(cancel, only: s_packages);
        Console.WriteLine("First on this disk: projects that are built at the same time overwrite one output and copy it.");
        await FlakesBench.ShowAsync(cancel);
        Console.WriteLine("Then what builds gain where files can be cloned: a line for each build. The first of each kind is dropped.");
        return await SampleBench.RunAsync("demo", bench => MeasureAsync(bench, all, rounds), cancel, packages: []);
    }

    /// <summary>The next steps of a user. The commands run as they are printed, in this repository.</summary>
    internal static string[] Next(string tool, string packages) =>
    [
        "Next, for a repository of your own:",
        $"  dotnet {tool} doctor REPOSITORY    # can its builds clone, and if not, why?",
        $"  dotnet {tool} bench REPOSITORY --source {packages}    # the same measurement, on copies of it",
        "README.md, \"Add it\", has the line that turns the SDK on.",
    ];

    private static async Task<int> MeasureAsync(SampleBench bench, bool all, int rounds)
    {
        BenchVolume[] cloning = all ? bench.Cloning : [.. bench.Cloning.Take(1)];
        BenchVolume[] one = all || cloning.Length == 0 ? bench.PlainFirst : cloning;
        bool apart = bench.Plain is not null && cloning.Length > 0;
        if (cloning.Length == 0)
        {
            Console.WriteLine("No volume here clones: this shows only that nothing is lost there. Run as root, or on btrfs or xfs.");
        }

        string sample = RepositoryRoot.Sample("Microservices");
        string[] arms = SampleBench.Words($"--arm built-in --arm sdk --rounds {rounds}");
        if (apart)
        {
            await bench.MeasureAsync(sample, cloning, ["--packages", SampleBench.PackagesOn(bench.Plain!), .. arms]);
        }

        await bench.MeasureAsync(sample, one, ["--packages-on-each", .. arms]);
        if (!all)
        {
            Console.WriteLine("On every volume here: ./build.sh demo --all");
        }

        string[] next = Next(
            Path.GetRelativePath(RepositoryRoot.Folder, SampleBench.Tool), Path.GetRelativePath(RepositoryRoot.Folder, PackedPackage.Feed));
        Console.WriteLine(string.Join(Environment.NewLine, next));
        return bench.ExitCode;
    }
}
