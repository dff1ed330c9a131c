namespace CopyOnWrite.Benchmarks;

/// <summary>The common part of benchmarks that run calls of the task.</summary>
/// <param name="Scratch">A folder beside the volumes, for lists and programs.</param>
/// <param name="Package">The last packed packages, unpacked into one folder.</param>
/// <param name="Against">Those of <see cref="CallOptions.Against"/>, unpacked.</param>
internal sealed record CallBench(
    CallOptions Options, IReadOnlyList<BenchVolume> Volumes, string Scratch, string Package, string? Against)
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

            string package = Unpack(PackedPackage.Feed, Path.Combine(scratch, "package"));
            string? against = options.Against is { } feed ? Unpack(feed, Path.Combine(scratch, "against")) : null;
            await runAsync(new CallBench(options, chosen, scratch, package, against), cancel);
            return 0;
        }
        finally
        {
            CallFiles.Delete(scratch);
        }
    }

    internal async Task<CopyEngine> StartEngineAsync(CancellationToken cancel)
    {
        CopyEngine? reference = Against is null ? null : await CopyEngine.StartAsync(Against, null, Options.BinaryLog, cancel);
        return await CopyEngine.StartAsync(Package, reference, Options.BinaryLog, cancel);
    }

    private static string Unpack(string feed, string folder)
    {
        PackedPackage.Unpack("CopyOnWrite.Artifacts", folder, feed);
        PackedPackage.Unpack("CopyOnWrite.Sdk", folder, feed);
        return folder;
    }

    internal Task<BenchEnvironment> EnvironmentAsync(CancellationToken cancel) => BenchEnvironment.ReadAsync(Options, Volumes, cancel);
}
