using System;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Spectre.Console;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary><c>./build.sh bench [filter]</c>: measurements that are good enough to decide by, with intervals and all raw values.</summary>
internal static class Bench
{
    private static readonly (string Name, string What, Func<BenchOptions, CancellationToken, Task<int>> RunAsync)[] s_all =
    [
        ("cache", "The clone source cache: packages on a volume of their own, many services.", CacheBench.RunAsync),
        ("threshold", "From which size and which copy on an entry of the clone source cache has paid.", CacheThreshold.RunAsync),
    ];

    internal static async Task<int> RunAsync(string? filter, BenchOptions options, CancellationToken cancel)
    {
        var chosen = s_all.Where(b => b.Name.Contains(filter ?? string.Empty, StringComparison.OrdinalIgnoreCase)).ToList();
        if (chosen.Count == 0)
        {
            Console.Error.WriteLine($"No benchmark has \"{filter}\" in its name. There are:");
            foreach ((string name, string what, _) in s_all)
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

        foreach ((string name, string what, Func<BenchOptions, CancellationToken, Task<int>> runAsync) in chosen)
        {
            AnsiConsole.WriteLine($"{name}: {what} Seed {options.Seed}.");
            int code = await runAsync(options, cancel);
            exitCode = exitCode != 0 ? exitCode : code;
        }

        return exitCode;
    }
}
