using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using Spectre.Console;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>
/// For which file systems, sizes and states of the source copying one file costs less than cloning it. A clone of a file that is not on the
/// disk yet has the kernel write it first, and the caller waits; a copy leaves that to later, and leaves twice as much. So both are
/// measured: until the call returns, and until all is on the disk. On devices that write into memory, and on one where a write takes time.
/// </summary>
internal static class PolicyBench
{
    internal static Task<int> RunAsync(BenchOptions options, CancellationToken cancel) =>
        BenchVolumes.UseAsync(gigabytes: null, (plain, cloning) => RunAsync(options, [.. cloning, plain], cancel), cancel);

    private static async Task<int> RunAsync(BenchOptions options, Place[] places, CancellationToken cancel)
    {
        using var program = new PolicyProgram();
        await program.CompileAsync(cancel);
        using var server = new CompilerServer();
        var volumes = new List<PolicyVolume>();
        foreach (Place place in places)
        {
            volumes.Add(await MeasureAsync(program, server, place, place.FileSystem, options, cancel));
        }

        await using (SlowVolumes slow = await SlowVolumes.UpAsync(cancel))
        {
            foreach (Place place in slow.Places)
            {
                volumes.Add(await MeasureAsync(program, server, place, $"{place.FileSystem}, slow device", options, cancel));
            }
        }

        PolicyReport.Write(new PolicyResult(DateTimeOffset.UtcNow, await Repository.CommitAsync(cancel), Machine.Current, options.Rounds, options.Seed, volumes));
        return 0;
    }

    private static async Task<PolicyVolume> MeasureAsync(
        PolicyProgram program, CompilerServer server, Place place, string name, BenchOptions options, CancellationToken cancel)
    {
        string facts = Mount.Describe(place.Folder);
        AnsiConsole.WriteLine($"{name}: one file of seven sizes, settled and fresh");
        string folder = Path.Combine(place.Folder, "files");
        PolicyBatch[] batches = await program.MeasureAsync(folder, place.Clones, options.Rounds, options.Seed, cancel);
        AnsiConsole.WriteLine($"{name}: what a compiler wrote");
        PolicyOutputsResult outputs = await new PolicyOutputs(program, place, server).MeasureAsync(options.Rounds, cancel);
        return new PolicyVolume(name, facts, PolicyRow.Of(batches), outputs);
    }
}
