using System.Diagnostics;
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

    /// <summary>A folder with the packages of another version, whose task takes the built-in's place; null for the built-in.</summary>
    public string? Against { get; init; }

    /// <summary>With a binary log as well, for which every message is made.</summary>
    public bool BinaryLog { get; init; }

    internal static bool Takes<T>(IReadOnlyList<T> chosen, T value) => chosen.Count == 0 || chosen.Contains(value);
}

/// <summary>What the benchmarks that run calls of the task have in common.</summary>
/// <param name="Scratch">A folder beside the volumes, for lists and programs.</param>
/// <param name="Package">The packages that were packed last, unpacked into one folder.</param>
/// <param name="Against">Those of <see cref="CallOptions.Against"/>, unpacked.</param>
internal sealed record CallBench(
    CallOptions Options, IReadOnlyList<BenchVolume> Volumes, string Scratch, string Package, string? Against)
{
    internal static async Task<int> RunAsync(
        CallOptions options, Func<CallBench, CancellationToken, Task> runAsync, CancellationToken cancel)
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

            string package = Unpack(PackedPackage.Feed, Path.Combine(scratch, "package"));
            string? against = options.Against is { } feed ? Unpack(feed, Path.Combine(scratch, "against")) : null;
            await runAsync(new CallBench(options, chosen, scratch, package, against), cancel);
            return 0;
        }
        finally
        {
            BenchVolume.Delete(volumes);
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

    /// <summary>Runs a program in the repository's root, with its errors on this console.</summary>
    /// <exception cref="System.ComponentModel.Win32Exception">There is no such program.</exception>
    internal static async Task<(int ExitCode, string Output)> RunProgramAsync(
        string program, IEnumerable<string> arguments, CancellationToken cancel)
    {
        var start = new ProcessStartInfo(program, arguments) { WorkingDirectory = RepositoryRoot.Folder, RedirectStandardOutput = true };
        using Process process = Process.Start(start)!;
        try
        {
            string output = await process.StandardOutput.ReadToEndAsync(cancel);
            await process.WaitForExitAsync(cancel);
            return (process.ExitCode, output.Trim());
        }
        finally
        {
            if (!process.HasExited)
            {
                process.Kill(entireProcessTree: true);
            }
        }
    }

    internal Task<BenchEnvironment> EnvironmentAsync(CancellationToken cancel) => BenchEnvironment.ReadAsync(Options, Volumes, cancel);
}
