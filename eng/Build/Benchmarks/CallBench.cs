using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>What the benchmarks that run calls of the task have in common.</summary>
/// <param name="Scratch">A folder beside the volumes, for lists and programs.</param>
/// <param name="Package">The unpacked package.</param>
internal sealed record CallBench(BenchOptions Options, IReadOnlyList<Place> Places, string Scratch, string Package)
{
    internal static async Task<int> RunAsync(BenchOptions options, Func<CallBench, Task> run, CancellationToken cancel)
    {
        string scratch = Directory.CreateTempSubdirectory("cow-bench-").FullName;
        try
        {
            string package = await CopyEngine.PrepareAsync(scratch, cancel);
            return await BenchVolumes.UseAsync(options.Calls.Volumes, places => run(new CallBench(options, places, scratch, package)), cancel);
        }
        finally
        {
            BenchFiles.Delete(scratch);
        }
    }

    internal Task<CopyEngine> StartEngineAsync(CancellationToken cancel) => CopyEngine.StartAsync(Package, Options.Calls.BinaryLog, cancel);

    internal Task<Circumstances> CircumstancesAsync(CancellationToken cancel) => Circumstances.ReadAsync(Options, Places, cancel);
}
