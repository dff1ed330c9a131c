using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>The table of <see cref="CacheThreshold"/>, on the console and in artifacts/benchmarks.</summary>
internal static class ThresholdReport
{
    internal static void Write(IReadOnlyList<ThresholdRow> rows, Place plain, BenchOptions options)
    {
        DateTime now = DateTime.UtcNow;
        BenchFile.Write("threshold", now, new { Date = now, Machine.Current, options.Rounds, options.Seed, Rows = rows }, [.. Lines(rows, plain, options, now)]);
    }

    private static IEnumerable<string> Lines(IReadOnlyList<ThresholdRow> rows, Place plain, BenchOptions options, DateTime now)
    {
        yield return "# From which size the clone source cache pays";
        yield return string.Empty;
        yield return $"µs per file, until the call returns + until what it left to write is on the disk. Sources on {plain.FileSystem}, medians of {options.Rounds} rounds,";
        yield return $"arms in a random order (seed {options.Seed}). \"pays from copy\": of one source, with the writes counted (without them).";
        yield return string.Empty;
        yield return "| volume | size | copy | copy again (noise) | copy and make an entry | clone from the entry | pays from copy |";
        yield return "|---|---:|---:|---:|---:|---:|---:|";
        foreach (ThresholdRow row in rows.OrderBy(r => r.FileSystem, StringComparer.Ordinal).ThenBy(r => r.Size))
        {
            yield return $"| {row.FileSystem} | {row.Size.ToString("N0", CultureInfo.InvariantCulture)} | {Text(row.Copy)} | {Text(row.CopyAgain)} | {Text(row.MakeEntry)} | {Text(row.FromEntry)} | {Text(row.PaysFrom)} ({Text(row.PaysFromByCalls)}) |";
        }

        yield return string.Empty;
        yield return $"{now:yyyy-MM-dd HH:mm} UTC, {Machine.Current.Describe()}, {Machine.Current.Runtime}. `./build.sh bench threshold`.";
    }

    private static string Text(ThresholdCost cost) => string.Create(CultureInfo.InvariantCulture, $"{cost.Call:0} + {cost.Write:0}");

    private static string Text(int? copy) => copy?.ToString(CultureInfo.InvariantCulture) ?? "never";
}
