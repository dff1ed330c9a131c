using System;
using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Bench;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>Results with given seconds, as if they had been measured.</summary>
internal static class BenchResults
{
    /// <param name="again">Of the built-in's second arm; a little off the first's unless given.</param>
    internal static BenchResult Of(double[] builtIn, double[] sdk, double[]? again = null, string machine = "one", string volume = "xfs", string? difference = null) => new(
        BenchResult.CurrentFormat,
        "repo",
        [
            new VolumeResult(
                volume, "a volume", "packages on the same volume", DateTimeOffset.UnixEpoch, machine, Machine.Current, "10.0.100", "0.1.0", 1, builtIn.Length, false, "0 before, 0 after",
                [Arm(ArmKind.BuiltIn, builtIn), Arm(ArmKind.BuiltInAgain, again ?? [.. builtIn.Select(seconds => seconds * 1.01)]), Arm(ArmKind.Sdk, sdk, difference)],
                []),
        ]);

    private static ArmResult Arm(ArmKind kind, double[] seconds, string? difference = null) => new(
        kind,
        [.. seconds.Select((wall, i) => new BenchBuild(i + 1, (int)kind + 1, wall, wall / 10, 1_000_000))],
        10,
        1_000_000,
        500_000,
        difference is null ? new List<string>() : [difference]);
}
