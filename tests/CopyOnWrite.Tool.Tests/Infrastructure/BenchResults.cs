using CopyOnWrite.Tool.Bench;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>Results with given seconds, as if they had been measured.</summary>
internal static class BenchResults
{
    /// <param name="again">Of the built-in's second arm; a little off the first's unless given.</param>
    internal static BenchResult Of(
        double[] builtIn,
        double[] sdk,
        double[]? again = null,
        string machine = "one",
        string volume = "xfs",
        string? difference = null,
        string repository = "repo",
        string packages = "packages on the same volume") => new(
        BenchResult.CurrentFormat,
        repository,
        [
            Volume(
                builtIn.Length,
                Arm(ArmKind.BuiltIn, builtIn),
                Arm(ArmKind.BuiltInAgain, again ?? [.. builtIn.Select(seconds => seconds * 1.01)]),
                Arm(ArmKind.Sdk, sdk, difference)) with { Name = volume, Packages = packages, MachineName = machine },
        ]);

    internal static VolumeResult Volume(int rounds, params IReadOnlyList<ArmResult> arms) => new(
        "one", "a volume", "packages", DateTimeOffset.UnixEpoch, "machine", Machine.Current, "10.0.100", "0.1.0", 1, rounds, false,
        "0 before, 0 after", arms, []);

    /// <summary>Adds a no-op build after each, which takes the given part of it in the SDK's arm and half in the built-in's.</summary>
    internal static BenchResult WithNoOp(this BenchResult result, double sdk) => result with
    {
        Volumes = [.. result.Volumes.Select(volume =>
            volume with { Arms = [.. volume.Arms.Select(arm => WithNoOp(arm, arm.Kind == ArmKind.Sdk ? sdk : 0.5))] })],
    };

    private static ArmResult WithNoOp(ArmResult arm, double part) =>
        arm with { Runs = [.. arm.Runs.Select(run => run with { NoOpSeconds = run.Seconds * part, NoOpCopySeconds = 0 })] };

    private static ArmResult Arm(ArmKind kind, double[] seconds, string? difference = null) => new(
        kind,
        [.. seconds.Select((wall, i) => new BenchBuild(i + 1, (int)kind + 1, wall, wall / 10, 1_000_000))],
        10,
        1_000_000,
        500_000,
        difference is null ? new List<string>() : [difference]);
}
