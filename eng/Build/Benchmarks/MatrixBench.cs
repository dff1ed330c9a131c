using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>The published matrix with BenchmarkDotNet: eng/Benchmarks, on the volumes that the other benchmarks have, with what a reader has to know.</summary>
internal static class MatrixBench
{
    private const int IterationsForARound = 3; // They are short: 27 of them, by default, take three minutes for all.

    internal static Task<int> RunAsync(BenchOptions options, CancellationToken cancel) =>
        BenchVolumes.UseAsync(gigabytes: null, (plain, cloning) => RunAsync(options, [.. cloning, plain], cancel), cancel);

    private static async Task<int> RunAsync(BenchOptions options, Place[] places, CancellationToken cancel)
    {
        int iterations = options.Rounds * IterationsForARound;
        string file = BenchFile.New("matrix", DateTime.UtcNow);
        string project = Path.Combine("eng", "Benchmarks");
        IEnumerable<string> volumes = places.Select(p => $"{p.FileSystem}={p.Folder}");
        int exitCode = await Shell.RunAsync(
            "dotnet", ["run", "--project", project, "--configuration", "Release", "--", $"{iterations}", file, .. volumes], cancel);
        if (exitCode != 0)
        {
            return exitCode;
        }

        string[] lines =
        [
            "# File.Copy against the core, one file", string.Empty,
            .. await File.ReadAllLinesAsync(file + ".md", cancel), string.Empty,
            $"- Time of one copy: {iterations} iterations after two that are dropped, each of 50 copies of one source to new names; the targets are "
                + "deleted between iterations. Error is half of the 99.9% interval; slow outliers are left out, as BenchmarkDotNet does by default.",
            "- \"File.Copy-again\" is the same as File.Copy: what differs there is noise. Benchmarks of a row run one after the other, not in turns.",
            "- \"extents only\": the length is set, nothing is written. The source is on the disk before it is copied.",
            $"- File.Copy of {Machine.Current.Runtime} clones as well, on Linux, macOS, and Windows from 24H2 on.",
            $"- {DateTime.UtcNow:yyyy-MM-dd HH:mm} UTC, commit {await Repository.CommitAsync(cancel)}, {Machine.Current.Kernel}, {Machine.Current.MemoryGigabytes} GB, `./build.sh bench matrix`",
            .. places.Select(p => $"- {Mount.Describe(p.Folder)}"),
        ];
        await File.WriteAllLinesAsync(file + ".md", lines, cancel);
        foreach (string line in lines)
        {
            Console.WriteLine(line);
        }

        BenchFile.SayWritten(file);
        return 0;
    }
}
