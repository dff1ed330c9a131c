using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>
/// What a copy from another volume, the making of an entry and a clone from an entry cost by file size, with the write to the disk that
/// each leaves behind. Only the core is at work here: no MSBuild.
/// </summary>
internal static class CacheThreshold
{
    private const int Files = 400;
    private const int Settling = 3100; // Milliseconds: a source that was changed just now is not cached.

    private static readonly int[] s_sizes = [4096, 16_384, 32_768, 65_536, 131_072, 262_144, 1_048_576];

    private enum Kind
    {
        Copy,
        CopyAgain,
        Entry,
        Clone,
    }

    internal static Task<int> RunAsync(BenchOptions options, CancellationToken cancel) =>
        BenchVolumes.UseAsync(gigabytes: null, (plain, cloning) => Task.FromResult(Run(options, plain, cloning, cancel)), cancel);

    private static int Run(BenchOptions options, Place plain, Place[] cloning, CancellationToken cancel)
    {
        var random = new Random(options.Seed);
        var rows = new List<ThresholdRow>();
        foreach (int size in s_sizes)
        {
            string[] sources = MakeSources(Path.Combine(plain.Folder, "sources"), size, random);
            rows.AddRange(cloning.Select(place => Measure(place, sources, size, options.Rounds, random, cancel)));
        }

        ThresholdReport.Write(rows, plain, options);
        return 0;
    }

    private static string[] MakeSources(string folder, int size, Random random)
    {
        Directory.CreateDirectory(folder);
        byte[] content = new byte[size];
        string[] sources = [.. Enumerable.Range(0, Files).Select(i => Path.Combine(folder, $"{i}"))];
        foreach (string source in sources)
        {
            random.NextBytes(content);
            File.WriteAllBytes(source, content);
        }

        Volume.WriteBackAll();
        Thread.Sleep(Settling);
        return sources;
    }

    private static ThresholdRow Measure(Place place, string[] sources, int size, int rounds, Random random, CancellationToken cancel)
    {
        Kind[] kinds = Enum.GetValues<Kind>();
        var times = kinds.ToDictionary(kind => kind, _ => new List<double>());
        var writes = kinds.ToDictionary(kind => kind, _ => new List<double>());
        for (int round = 0; round <= rounds; round++)
        {
            random.Shuffle(kinds);
            foreach (Kind kind in kinds)
            {
                cancel.ThrowIfCancellationRequested();
                (double time, double write) = Once(place.Folder, sources, kind);
                if (round > 0)
                {
                    times[kind].Add(time);
                    writes[kind].Add(write);
                }
            }
        }

        double Median(Dictionary<Kind, List<double>> of, Kind kind) => Math.Round(Estimate.Median(of[kind]), 1);
        ThresholdCost Cost(Kind kind) => new(Median(times, kind), Median(writes, kind));
        var row = new ThresholdRow(place.FileSystem, size, Cost(Kind.Copy), Cost(Kind.CopyAgain), Cost(Kind.Entry), Cost(Kind.Clone));
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{row}"));
        return row;
    }

    /// <summary>µs per file: until the calls return, and until all is on the disk.</summary>
    private static (double Time, double Write) Once(string folder, string[] sources, Kind kind)
    {
        string cache = Path.Combine(folder, "cache");
        string outputs = Path.Combine(folder, "outputs");
        BenchFiles.Delete(outputs);
        if (kind == Kind.Entry)
        {
            BenchFiles.Delete(cache);
        }
        else if (kind == Kind.Clone)
        {
            CopyAll(sources, outputs, cache);
            BenchFiles.Delete(outputs);
        }

        Volume.WriteBackAll();
        var clock = Stopwatch.StartNew();
        CopyAll(sources, outputs, kind is Kind.Copy or Kind.CopyAgain ? null : cache);
        double time = clock.Elapsed.TotalMicroseconds / sources.Length;
        clock.Restart();
        Volume.WriteBackAll();
        return (time, clock.Elapsed.TotalMicroseconds / sources.Length);
    }

    private static void CopyAll(string[] sources, string outputs, string? folder)
    {
        Directory.CreateDirectory(outputs);
        FileCloner strategy = FileCloner.ForThisSystem() ?? throw new PlatformNotSupportedException();
        using CloneCache? cache = folder is null ? null : strategy.NewCache(() => folder);
        if (cache is not null)
        {
            cache.MinimumFileSize = 1;
        }

        foreach (string source in sources)
        {
            CloneOutcome outcome = strategy.Copy(source, Path.Combine(outputs, Path.GetFileName(source)), cache);
            if (outcome.Kind == OutcomeKind.NotHandled)
            {
                throw new InvalidOperationException($"{source}: {outcome}");
            }
        }
    }
}
