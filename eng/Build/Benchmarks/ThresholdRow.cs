using System;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>µs per file.</summary>
/// <param name="Call">Until the call returns.</param>
/// <param name="Write">Until what it left to write is on the disk, after that.</param>
internal sealed record ThresholdCost(double Call, double Write)
{
    public double Whole => Call + Write;
}

/// <summary>One volume and file size.</summary>
/// <param name="CopyAgain">The same as Copy: what differs is noise.</param>
/// <param name="MakeEntry">A copy of which an entry is made.</param>
/// <param name="FromEntry">A clone from an entry.</param>
internal sealed record ThresholdRow(string FileSystem, int Size, ThresholdCost Copy, ThresholdCost CopyAgain, ThresholdCost MakeEntry, ThresholdCost FromEntry)
{
    /// <summary>The copy of one source with which the entry has paid, writes counted; null for never.</summary>
    public int? PaysFrom => PaysFromBy(cost => cost.Whole);

    /// <summary>The same without the writes.</summary>
    public int? PaysFromByCalls => PaysFromBy(cost => cost.Call);

    private int? PaysFromBy(Func<ThresholdCost, double> of)
    {
        double saved = of(Copy) - of(FromEntry);
        return saved <= 0 ? null : 1 + (int)Math.Max(1, Math.Ceiling((of(MakeEntry) - of(Copy)) / saved));
    }
}
