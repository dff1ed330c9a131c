using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Benchmarks;

/// <summary>What the command line chooses of a benchmark's cells; an empty list is for all. Names are those of the report.</summary>
internal sealed record CallOptions
{
    /// <summary>That count; one more comes before them.</summary>
    public int Rounds { get; init; }

    public IReadOnlyList<string> Volumes { get; init; } = [];

    public IReadOnlyList<long> Sizes { get; init; } = [];

    public IReadOnlyList<string> Sources { get; init; } = [];

    public IReadOnlyList<string> Destinations { get; init; } = [];

    public IReadOnlyList<int> Folders { get; init; } = [];

    /// <summary>The most files in a call; null for the benchmark's own number.</summary>
    public int? Files { get; init; }

    /// <summary>
    /// The most that a call may have to write, in MiB: a cell with large files has fewer of them, and the report says how many.
    /// </summary>
    public int Megabytes { get; init; }

    /// <summary>With a binary log as well, for which every message is made.</summary>
    public bool BinaryLog { get; init; }

    internal static bool Takes<T>(IReadOnlyList<T> chosen, T value) => chosen.Count == 0 || chosen.Contains(value);
}

/// <summary>What the benchmarks that run calls of the task have in common.</summary>
/// <param name="Scratch">A folder beside the volumes, for lists and programs.</param>
/// <param name="Package">The packages that were packed last, unpacked into one folder.</param>
internal sealed record CallBench(CallOptions Options, IReadOnlyList<BenchVolume> Volumes, string Scratch, string Package)
{
    internal static async Task<int> RunAsync(CallOptions options, Func<CallBench, Task> run, CancellationToken cancel)
    {
        IReadOnlyList<BenchVolume> volumes = BenchVolume.Find(BenchVolume.FromEnvironment(), "bench");
        string scratch = Directory.CreateTempSubdirectory("cow-bench-").FullName;
        try
        {
            BenchVolume[] chosen = [.. volumes.Where(volume => CallOptions.Takes(options.Volumes, volume.FileSystem))];
            if (chosen.Length == 0)
            {
                Console.Error.WriteLine($"There are only {string.Join(", ", volumes.Select(volume => volume.FileSystem))} here.");
                return 2;
            }

            string package = Path.Combine(scratch, "package");
            string packages = Path.Combine(RepositoryRoot.Folder, "artifacts", "packages");
            foreach (string name in (string[])["CopyOnWrite.Artifacts", "CopyOnWrite.Sdk"])
            {
                string packed = Directory.GetFiles(packages, $"{name}.*.nupkg").Single();
                await ZipFile.ExtractToDirectoryAsync(packed, package, overwriteFiles: true, cancel);
            }

            await run(new CallBench(options, chosen, scratch, package));
            return 0;
        }
        finally
        {
            BenchVolume.Delete(volumes);
            CallFiles.Delete(scratch);
        }
    }

    internal Task<CopyEngine> StartEngineAsync(CancellationToken cancel) => CopyEngine.StartAsync(Package, Options.BinaryLog, cancel);

    internal Task<BenchEnvironment> EnvironmentAsync(CancellationToken cancel) => BenchEnvironment.ReadAsync(Options, Volumes, cancel);
}

/// <summary>In each round another arm begins, and every other round goes backwards, so that no arm always follows the same one.</summary>
internal static class RoundOrder
{
    internal static IEnumerable<int> Of(int arms, int round) =>
        Enumerable.Range(0, arms).Select(turn => (((round % 2 == 0 ? turn : -turn) + round) % arms + arms) % arms);
}
