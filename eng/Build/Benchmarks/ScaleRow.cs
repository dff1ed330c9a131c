using System.Collections.Generic;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>Calls with that many files: µs per file, round by round.</summary>
internal sealed record ScaleRow(string FileSystem, int Files, IReadOnlyList<double> BuiltIn, IReadOnlyList<double> Ours, IReadOnlyList<double> Again)
{
    public Estimate Ratio { get; } = Estimate.Ratio(BuiltIn, Ours);

    public Estimate Noise { get; } = Estimate.Ratio(BuiltIn, Again);
}

/// <summary>The most memory that a new process had which made one call: MB, round by round.</summary>
internal sealed record MemoryRow(string FileSystem, int Files, IReadOnlyList<double> BuiltIn, IReadOnlyList<double> Ours, IReadOnlyList<double> Again)
{
    public Estimate Ratio { get; } = Estimate.Ratio(Ours, BuiltIn);

    public Estimate Noise { get; } = Estimate.Ratio(Again, BuiltIn);
}
