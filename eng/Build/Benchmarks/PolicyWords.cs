using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>What the tables of <see cref="PolicyReport"/> say: for each volume and state of the source, which way is cheaper at which size.</summary>
internal static class PolicyWords
{
    internal static string Situation(string name) => name switch
    {
        "settled" => "source on the disk",
        "one" => "fresh, each copied as soon as it is written",
        "all" => "fresh, all written and then all copied",
        "net" => "the same, written by .NET's calls",
        _ => "what a compiler wrote",
    };

    internal static string Size(long bytes) => bytes == 0 ? "mixed" : bytes < 1 << 20 ? $"{bytes >> 10} KiB" : $"{bytes >> 20} MiB";

    internal static IEnumerable<string> Of(PolicyVolume volume)
    {
        foreach (IGrouping<string, PolicyRow> rows in volume.Rows.Append(volume.Outputs.Copied).Where(r => r.Cloned is not null).GroupBy(r => r.Situation))
        {
            yield return $"{Situation(rows.Key)}, until the call returns: {Sides(rows, row => row.InLine!.Value)}";
            yield return $"{Situation(rows.Key)}, until all is on the disk: {Sides(rows, row => row.OnDisk!.Value)}";
        }

        string[] noisy = [.. volume.Rows.Where(r => r.Noise is { } n && (n.High < 1 || n.Low > 1)).Select(r => $"{r.Situation} {Size(r.Size)} {Markdown.Text(r.Noise)}")];
        yield return $"the same copy twice differs (noise, one in twenty is to be expected) in {noisy.Length} of {volume.Rows.Count} rows"
            + (noisy.Length == 0 ? string.Empty : $": {string.Join("; ", noisy)}");
        yield return $"pages of what the compiler wrote, right after the build: {volume.Outputs.Outputs.Words}";
        yield return $"pages of the packages, right after the restore: {volume.Outputs.PackagesRestored.Words}";
        yield return $"pages of the packages, after the first build: {volume.Outputs.PackagesBuilt.Words}";
    }

    private static string Sides(IEnumerable<PolicyRow> rows, Func<PolicyRow, Estimate> of)
    {
        string Side(string words, Func<Estimate, bool> belongs, Func<Estimate, double> factor)
        {
            string[] sizes = [.. rows.Where(r => belongs(of(r))).Select(r => $"{Size(r.Size)} ({Factor(factor(of(r)))})")];
            return $"{words}: {(sizes.Length == 0 ? "none" : string.Join(", ", sizes))}";
        }

        return $"{Side("copying is cheaper", r => r.High < 1, r => 1 / r.Value)}; {Side("cloning is cheaper", r => r.Low > 1, r => r.Value)}; "
            + Side("no difference shown", r => r.Low <= 1 && r.High >= 1, r => r.Value);
    }

    private static string Factor(double factor) => factor.ToString(factor < 10 ? "0.0" : "0", CultureInfo.InvariantCulture) + "x";
}
