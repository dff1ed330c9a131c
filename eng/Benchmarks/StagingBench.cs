using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;
using CopyOnWrite.Testing;

namespace CopyOnWrite.Benchmarks;

/// <summary>
/// <c>./build.sh bench staging</c>: a folder of settled files is staged by our task, by the built-in Copy with the list of its files,
/// and by
/// <c>rsync -a</c>. The tasks run in one engine; rsync is timed as a process, of which its start is a few milliseconds.
/// </summary>
internal sealed class StagingBench(CallBench common, BenchVolume volume, StagingCase work, CancellationToken cancel)
{
    private const int FilesToProve = 50;

    private static readonly StagingCase[] s_cases =
    [
        new("1 GiB in 512 files", 512, 2 * 1024 * 1024, Unchanged: false),
        new("20,000 files of 8 KiB", 20_000, 8 * 1024, Unchanged: false),
        new("100,000 files, unchanged", 100_000, 1024, Unchanged: true),
    ];

    private readonly string _source = Path.Combine(volume.Folder, "source");
    private readonly string _destination = Path.Combine(volume.Folder, "staged");
    private readonly string _files = Path.Combine(common.Scratch, "files");
    private readonly string _folders = Path.Combine(common.Scratch, "folders");
    private readonly Volume _disk = Volume.At(volume.Folder);

    internal static Task<int> RunAsync(CallOptions options, CancellationToken cancel) =>
        CallBench.RunAsync(options, common => RunAsync(common, cancel), cancel);

    private static async Task RunAsync(CallBench common, CancellationToken cancel)
    {
        BenchEnvironment environment = await common.EnvironmentAsync(cancel);
        var rows = new List<StagingRow>();
        foreach (BenchVolume volume in common.Volumes)
        {
            foreach (StagingCase work in s_cases)
            {
                rows.Add(await new StagingBench(common, volume, work, cancel).RunAsync());
                CallFiles.Delete(volume.Folder);
            }
        }

        StagingReport.Write(rows, environment.AtTheEnd());
    }

    private async Task<StagingRow> RunAsync()
    {
        CallFiles.WriteOld(_source, work.Files, work.Size, CallFiles.NameInFolders);
        string[] names = [.. Enumerable.Range(0, work.Files).Select(CallFiles.NameInFolders)];
        CallFiles.WritePairs(_files, names.Select(name => (Path.Combine(_source, name), Path.Combine(_destination, name))));
        CallFiles.WritePairs(_folders, [(_source, _destination)]);
        _disk.WriteBack();
        await CallFiles.SettleAsync(cancel);
        await using CopyEngine engine = await common.StartEngineAsync(cancel);
        if (work.Unchanged)
        {
            await RsyncAsync();
        }

        // One of each first, which is not counted: compiling, and caches that are cold. The built-in has two.
        string[] arms = ["stage", "builtin", "rsync", "builtin"];
        List<double>[] times = [.. arms.Select(_ => new List<double>())];
        for (int round = -1; round < common.Options.Rounds; round++)
        {
            foreach (int arm in RoundOrder.Of(arms.Length, round + 1))
            {
                _disk.WriteBack();
                string list = arms[arm] == "stage" ? _folders : _files;
                double time = arms[arm] == "rsync"
                    ? await RsyncAsync()
                    : (await engine.CallAsync(arms[arm], list, work.Unchanged, cancel)).Task;
                Console.WriteLine($"{volume.FileSystem}, {work.Name}, {arms[arm]}: {time / 1000:0.0} ms");
                if (round >= 0)
                {
                    times[arm].Add(time / 1000);
                }

                if (!work.Unchanged)
                {
                    CallFiles.Delete(_destination);
                }
            }
        }

        int shared = await ProveAsync(engine, names);
        int looked = Math.Min(FilesToProve, names.Length);
        return new StagingRow(volume.FileSystem, work.Name, times[0], times[1], times[2], times[3], shared, looked);
    }

    /// <summary>Of some files that our task stages: how many lie on their source's blocks.</summary>
    private async Task<int> ProveAsync(CopyEngine engine, string[] names)
    {
        CallFiles.Delete(_destination);
        await engine.CallAsync("stage", _folders, skipUnchanged: false, cancel);
        _disk.WriteBack();
        int every = Math.Max(names.Length / FilesToProve, 1);
        return names.Where((_, i) => i % every == 0).Take(FilesToProve).Count(name =>
        {
            ExtentMap source = Extents.Read(Path.Combine(_source, name));
            return source.Extents.Count > 0 && Extents.BytesInCommon(source, Extents.Read(Path.Combine(_destination, name))) >= work.Size;
        });
    }

    /// <summary>µs.</summary>
    private async Task<double> RsyncAsync()
    {
        var clock = Stopwatch.StartNew();
        (int exitCode, _) = await OtherProgram.RunAsync("rsync", ["-a", _source + "/", _destination + "/"], cancel);
        return exitCode == 0 ? clock.Elapsed.TotalMicroseconds : throw new InvalidOperationException($"rsync ended with {exitCode}.");
    }
}

/// <param name="Unchanged">All is there already.</param>
internal sealed record StagingCase(string Name, int Files, long Size, bool Unchanged);
