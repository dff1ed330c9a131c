using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>Files of one size in one situation on one volume, copied in each way.</summary>
internal sealed record PolicyRow(string Situation, long Size, IReadOnlyList<PolicyCost> Costs)
{
    internal PolicyCost Write => Of("write")!;

    internal PolicyCost? Cloned => Of("clone");

    /// <summary>Copying against cloning until the calls return: below 1, copying is what a build waits less for.</summary>
    internal Estimate? InLine => Cloned is { } clone ? Estimate.Ratio(Write.Call, clone.Call) : null;

    /// <summary>The same until all is on the disk.</summary>
    internal Estimate? OnDisk => Cloned is { } clone ? Estimate.Ratio(Write.Whole, clone.Whole) : null;

    /// <summary>Copying against copying: what differs is noise.</summary>
    internal Estimate? Noise => Of("write-again") is { } again ? Estimate.Ratio(again.Call, Write.Call) : null;

    internal PolicyCost? Of(string mode) => Costs.FirstOrDefault(c => c.Mode == mode);

    internal static IReadOnlyList<PolicyRow> Of(IEnumerable<PolicyBatch> batches) =>
    [
        .. batches.Where(b => b.Round > 0).GroupBy(b => (b.Situation, b.Size)).Select(row => new PolicyRow(
            row.Key.Situation, row.Key.Size, [.. row.GroupBy(b => b.Mode).OrderBy(m => m.Key).Select(PolicyCost.Of)])),
    ];
}
