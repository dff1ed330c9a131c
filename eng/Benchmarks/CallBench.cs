using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Benchmarks;

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
