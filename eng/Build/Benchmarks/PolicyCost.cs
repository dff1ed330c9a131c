using System;
using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>One way to copy files of one size in one situation, by round.</summary>
/// <param name="Call">µs a file until the calls return.</param>
/// <param name="WriteBack">µs a file from then on until all is on the disk.</param>
internal sealed record PolicyCost(
    string Mode, int Files, IReadOnlyList<double> Call, IReadOnlyList<double> CallMedian, IReadOnlyList<double> WriteBack, double DirtyPages, double Ask)
{
    internal double CallUsually => Estimate.Median(Call);

    internal IReadOnlyList<double> Whole { get; } = [.. Call.Zip(WriteBack, (call, write) => call + write)];

    internal double WholeUsually => Estimate.Median(Whole);

    internal static PolicyCost Of(IEnumerable<PolicyBatch> batches)
    {
        PolicyBatch[] rounds = [.. batches.OrderBy(b => b.Round)];
        return new PolicyCost(
            rounds[0].Mode,
            rounds[0].Files,
            Rounded(rounds, b => b.Call),
            Rounded(rounds, b => b.CallMedian),
            Rounded(rounds, b => b.WriteBack),
            Math.Round(rounds.Average(b => b.DirtyPages), 1),
            Math.Round(Estimate.Median(rounds.Select(b => b.Ask)), 2));
    }

    private static double[] Rounded(PolicyBatch[] rounds, Func<PolicyBatch, double> of) => [.. rounds.Select(b => Math.Round(of(b), 1))];
}
