using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>The first Copy of new processes, in pairs.</summary>
internal sealed record FirstRow(string FileSystem, IReadOnlyList<CallTime> BuiltIn, IReadOnlyList<CallTime> Ours, IReadOnlyList<CallTime> Again)
{
    /// <summary>ms that ours takes longer.</summary>
    public Estimate Longer { get; } = Estimate.Difference(Task(Ours), Task(BuiltIn));

    public Estimate Noise { get; } = Estimate.Difference(Task(Again), Task(BuiltIn));

    /// <summary>The same with finding the task and loading its assembly.</summary>
    public Estimate LongerWithLoading { get; } = Estimate.Difference(Target(Ours), Target(BuiltIn));

    public Estimate NoiseWithLoading { get; } = Estimate.Difference(Target(Again), Target(BuiltIn));

    internal static double[] Task(IEnumerable<CallTime> calls) => [.. calls.Select(c => c.Task / 1000)];

    internal static double[] Target(IEnumerable<CallTime> calls) => [.. calls.Select(c => c.Target / 1000)];
}
