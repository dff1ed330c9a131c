using CopyOnWrite.Tool.Bench;

namespace CopyOnWrite.Tool.Tests.Infrastructure;

/// <summary>Results with given seconds, as if they had been measured.</summary>
internal static class BenchResults
{
    /// <param name="again">Of the built-in's second arm; a little off the first's unless given.</param>
    internal static BenchResult Of(
        double[] builtIn, double[] sdk, double[]? again = null, string volume = "xfs", string? difference = null)
    {
        ArmResult[] arms =
        [
            Arm(ArmKind.BuiltIn, builtIn),
            Arm(ArmKind.BuiltInAgain, again ?? [.. builtIn.Select(seconds => seconds * 1.01)]),
            Arm(ArmKind.Sdk, sdk, difference),
        ];
        return new(BenchResult.CurrentFormat, "repo", [new VolumeResult(
            volume, "a volume", "packages", DateTimeOffset.UnixEpoch, "machine", Machine.Current, "10.0.100", false, "0.1.0", arms, [])]);
    }

    /// <summary>Adds a no-op build after each, which takes the given part of it in the SDK's arm and half in the built-in's.</summary>
    internal static BenchResult WithNoOp(this BenchResult result, double sdk) => result with
    {
        Volumes = [.. result.Volumes.Select(volume =>
            volume with { Arms = [.. volume.Arms.Select(arm => WithNoOp(arm, arm.Kind == ArmKind.Sdk ? sdk : 0.5))] })],
    };

    private static ArmResult WithNoOp(ArmResult arm, double part) => arm with
    {
        Runs = [.. arm.Runs.Select(run => run with { NoOp = new(run.Clean.Wall * part, 0) })],
    };

    private static ArmResult Arm(ArmKind kind, double[] seconds, string? difference = null) => new(
        kind,
        [.. seconds.Select(wall => new BenchBuild(new(wall, wall / 10)))],
        new ArmOutputs(1_000_000, 500_000, difference is null ? new List<string>() : [difference]));
}
