namespace CopyOnWrite.Benchmarks;

/// <summary>The common part of benchmarks that run calls of the task.</summary>
/// <param name="Scratch">A folder beside the volumes, for lists and programs.</param>
/// <param name="Package">The last packed packages, unpacked into one folder.</param>
internal sealed record CallBench(CallOptions Options, IReadOnlyList<BenchVolume> Volumes, string Scratch, string Package)
{
    internal static async Task<int> RunAsync(
        CallOptions options, Func<CallBench, CancellationToken, Task> runAsync, CancellationToken cancel)
    {
        using var volumes = BenchVolumes.Find(BenchVolumes.FromEnvironment(), "bench");
        string scratch = Directory.CreateTempSubdirectory("cow-bench-").FullName;
        try
        {
            BenchVolume[] chosen = [.. volumes.Distinct.Where(volume => CallOptions.Takes(options.Volumes, volume.FileSystem))];
            if (chosen.Length == 0)
            {
                Console.Error.WriteLine($"There are only {string.Join(", ", volumes.Distinct.Select(volume => volume.FileSystem))} here.");
                return 2;
            }

            string package = Path.Combine(scratch, "package");
            PackedPackage.Unpack("CopyOnWrite.Artifacts", package);
            PackedPackage.Unpack("CopyOnWrite.Sdk", package);
            await runAsync(new CallBench(options, chosen, scratch, package), cancel);
            return 0;
        }
        finally
        {
            CallFiles.Delete(scratch);
        }
    }

    internal Task<CopyEngine> StartEngineAsync(CancellationToken cancel) => CopyEngine.StartAsync(Package, cancel);

    internal Task<BenchEnvironment> EnvironmentAsync(CancellationToken cancel) => BenchEnvironment.ReadAsync(Options, Volumes, cancel);
}
