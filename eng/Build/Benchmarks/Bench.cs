using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Spectre.Console;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary><c>./build.sh bench [filter]</c>: measurements that are good enough to decide by, with intervals and all raw values.</summary>
internal static class Bench
{
    private static readonly (string Name, string What, int Rounds, Func<BenchOptions, CancellationToken, Task<int>> RunAsync)[] s_all =
    [
        ("cache", "The clone source cache: packages on a volume of their own, many services.", 9, CacheBench.RunAsync),
        ("threshold", "From which size and which copy on an entry of the clone source cache has paid.", 9, CacheThreshold.RunAsync),
        ("task", "The Copy task, the built-in against ours in one engine, and against the bare system calls.", 5, TaskBench.RunAsync),
        ("scale", "1,000 to 100,000 files in one call: time for a file, and memory.", 3, ScaleBench.RunAsync),
        ("staging", "Staging of a folder: our task, the built-in Copy, and rsync -a.", 9, StagingBench.RunAsync),
        ("builds", "Whole builds of the samples, everything on one volume: that the SDK never makes one longer.", 11, BuildsBench.RunAsync),
        ("first", "The first Copy in a new process.", 20, FirstBench.RunAsync),
        ("policy", "From which size on a clone costs less than a copy, for settled and for fresh sources.", 5, PolicyBench.RunAsync),
        ("matrix", "File.Copy against the core, one file, seven sizes and more, with BenchmarkDotNet.", 9, MatrixBench.RunAsync),
    ];

    /// <param name="rounds">Null for as many as each benchmark usually has.</param>
    internal static async Task<int> RunAsync(string? filter, int? rounds, BenchOptions options, CancellationToken cancel)
    {
        var chosen = s_all.Where(b => b.Name.Contains(filter ?? string.Empty, StringComparison.OrdinalIgnoreCase)).ToList();
        if (chosen.Count == 0)
        {
            Console.Error.WriteLine($"No benchmark has \"{filter}\" in its name. There are:");
            foreach ((string name, string what, _, _) in s_all)
            {
                Console.Error.WriteLine($"  {name}  {what}");
            }

            return 2;
        }

        int exitCode = await Pack.RunAsync(cancel);
        if (exitCode != 0)
        {
            return exitCode;
        }

        foreach ((string name, string what, int usual, Func<BenchOptions, CancellationToken, Task<int>> runAsync) in chosen)
        {
            AnsiConsole.WriteLine($"{name}: {what} Seed {options.Seed}.");
            int code = await runAsync(options with { Rounds = rounds ?? usual }, cancel);
            exitCode = exitCode != 0 ? exitCode : code;
        }

        return exitCode;
    }
}
