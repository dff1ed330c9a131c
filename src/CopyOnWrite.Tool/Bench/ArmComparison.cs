using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>
/// The outputs of a volume's arms, each held against the built-in's. An arm that was stopped in the middle of a build keeps its runs, and
/// its half of an output is held against nothing.
/// </summary>
internal static class ArmComparison
{
    /// <returns>The arms, and the files that differ between the two built-in arms already.</returns>
    internal static (IReadOnlyList<ArmResult> Arms, IReadOnlyList<string> DifferBySelf) Of(IReadOnlyList<IBenchArm> arms)
    {
        Dictionary<IBenchArm, TreeSnapshot> outputs = arms.Where(arm => arm.HasOutputs).ToDictionary(arm => arm, arm => arm.Outputs());
        if (outputs.Count == 0)
        {
            return ([.. arms.Select(arm => arm.Result(null))], []);
        }

        TreeSnapshot expected = outputs[arms.First(arm => arm.HasOutputs)];
        string[] differBySelf = arms.FirstOrDefault(arm => arm is { Kind: ArmKind.BuiltInAgain, HasOutputs: true }) is { } again
            ? [.. expected.Differences(outputs[again], MtimeComparison.ByOrigin).Select(PathOf).Distinct()]
            : [];
        return (
            [
                .. arms.Select(arm => arm.Result(
                    !arm.HasOutputs ? null
                    : arm.Kind == ArmKind.BuiltInAgain ? []
                    : [
                        .. expected.Differences(outputs[arm], MtimeComparison.ByOrigin)
                            .Where(line => !differBySelf.Contains(PathOf(line))),
                    ])),
            ],
            differBySelf);
    }

    // "path: what here != there"
    private static string PathOf(string difference) => difference.Split(": ")[0];
}
