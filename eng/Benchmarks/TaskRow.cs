using System.Collections.Generic;
using System.Text.Json.Serialization;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Benchmarks;

/// <summary>A cell with its times, µs per file, round by round.</summary>
/// <param name="Bare">The bare system calls; null where they were not run.</param>
/// <param name="Idle">A task that takes the parameters and does nothing: the engine's share; null where it was not run.</param>
/// <param name="BuiltInShares">Whether the copies have blocks in common with their sources; null where that cannot be.</param>
internal sealed record TaskRow(
    TaskCell Cell,
    IReadOnlyList<double> BuiltIn,
    IReadOnlyList<double> Ours,
    IReadOnlyList<double> Again,
    IReadOnlyList<double>? Bare,
    IReadOnlyList<double>? Idle,
    bool? BuiltInShares,
    bool? OursShares)
{
    /// <summary>How many times faster ours is.</summary>
    public Estimate Ratio { get; } = Estimate.Ratio(BuiltIn, Ours);

    public Estimate Noise { get; } = Estimate.Ratio(BuiltIn, Again);

    public Estimate? OverBare { get; } = Bare is null ? null : Estimate.Ratio(Ours, Bare);

    /// <summary>Not slower by more than the built-in differs from itself.</summary>
    [JsonIgnore]
    internal bool HoldsUp => Ratio.Value * System.Math.Max(Noise.High, 1 / Noise.Low) >= 1;
}
