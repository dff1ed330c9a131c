using System.Collections.Generic;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>One folder staged in three ways: ms, round by round.</summary>
/// <param name="Again">The built-in a second time.</param>
/// <param name="Shared">Of <paramref name="Looked"/> files that our task staged, those that lie on their source's blocks.</param>
internal sealed record StagingRow(
    string FileSystem,
    string Name,
    IReadOnlyList<double> Ours,
    IReadOnlyList<double> BuiltIn,
    IReadOnlyList<double> Rsync,
    IReadOnlyList<double> Again,
    int Shared,
    int Looked)
{
    public Estimate OverBuiltIn { get; } = Estimate.Ratio(BuiltIn, Ours);

    public Estimate OverRsync { get; } = Estimate.Ratio(Rsync, Ours);

    public Estimate Noise { get; } = Estimate.Ratio(BuiltIn, Again);
}
