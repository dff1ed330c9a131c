using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>Two arms, compared.</summary>
/// <param name="Ratio">Median wall time over the reference's; below 1 is faster.</param>
/// <param name="Noise">How far two equal arms may come apart, as a part of 1; null where there is no A/A arm.</param>
/// <param name="Rounds">Of the arm with fewer.</param>
internal sealed record Verdict(string Volume, ArmKind Kind, string Against, Estimate Ratio, double? Noise, int Rounds)
{
    /// <summary>More than chance: the interval does not hold 1, and two equal arms do not come as far apart.</summary>
    internal bool IsReal => (Ratio.High < 1 || Ratio.Low > 1) && Math.Abs(Ratio.Value - 1) > (Noise ?? 0);

    internal string Words
    {
        get
        {
            string few = Rounds < BenchOptions.EnoughRounds ? $" Too few rounds ({Rounds}) to believe it." : string.Empty;
            return $"{Volume}, {ArmNames.Of(Kind)}: {Compared()}{few}";
        }
    }

    /// <summary>Against the built-in on the same volume, and for a further volume of one machine, against the built-in on its first.</summary>
    internal static IReadOnlyList<Verdict> Of(BenchResult result)
    {
        var verdicts = new List<Verdict>();
        foreach (IGrouping<string, VolumeResult> machine in result.Volumes.GroupBy(volume => $"{volume.MachineName} {volume.Date:O}"))
        {
            VolumeResult first = machine.First();
            foreach (VolumeResult volume in machine)
            {
                double? noise = NoiseOf(volume);
                foreach (ArmResult arm in volume.Arms.Where(arm => arm.Kind is not (ArmKind.BuiltIn or ArmKind.BuiltInAgain)))
                {
                    Add(verdicts, volume, arm, volume, "the built-in", noise);
                }

                if (volume != first)
                {
                    double? both = noise is null || NoiseOf(first) is not { } other ? null : Math.Max(noise.Value, other);
                    foreach (ArmResult arm in volume.Arms.Where(arm => arm.Kind != ArmKind.BuiltInAgain))
                    {
                        Add(verdicts, volume, arm, first, $"the built-in on {first.Name}", both);
                    }
                }
            }
        }

        return verdicts;
    }

    private static void Add(List<Verdict> verdicts, VolumeResult volume, ArmResult arm, VolumeResult reference, string against, double? noise)
    {
        if (reference.Arms.FirstOrDefault(one => one.Kind == ArmKind.BuiltIn) is { Runs.Count: > 0 } builtIn && arm.Runs.Count > 0)
        {
            verdicts.Add(new Verdict(volume.Name, arm.Kind, against, RatioOf(arm, builtIn), noise, Math.Min(arm.Runs.Count, builtIn.Runs.Count)));
        }
    }

    internal static double? NoiseOf(VolumeResult volume)
    {
        ArmResult? builtIn = volume.Arms.FirstOrDefault(arm => arm.Kind == ArmKind.BuiltIn);
        ArmResult? again = volume.Arms.FirstOrDefault(arm => arm.Kind == ArmKind.BuiltInAgain);
        if (builtIn is not { Runs.Count: > 0 } || again is not { Runs.Count: > 0 })
        {
            return null;
        }

        Estimate ratio = RatioOf(again, builtIn);
        return Math.Max(Math.Abs(ratio.Low - 1), Math.Abs(ratio.High - 1));
    }

    private static Estimate RatioOf(ArmResult arm, ArmResult reference)
    {
        // Rounds are paired: what both have, where the measurement was stopped.
        int[] rounds = [.. arm.Runs.Select(run => run.Round).Intersect(reference.Runs.Select(run => run.Round))];
        return rounds.Length == 0
            ? new Estimate(1, 0, double.PositiveInfinity)
            : Estimate.Ratio([.. Seconds(arm, rounds)], [.. Seconds(reference, rounds)]);
    }

    private static IEnumerable<double> Seconds(ArmResult arm, int[] rounds) => arm.Runs.Where(run => rounds.Contains(run.Round)).Select(run => run.Seconds);

    private string Compared()
    {
        if (!IsReal)
        {
            string noise = Noise is { } known ? $" of {Percent(known)}%" : string.Empty;
            return $"no difference from {Against} beyond the noise{noise}.";
        }

        bool faster = Ratio.Value < 1;
        (double low, double high) = faster ? (1 - Ratio.High, 1 - Ratio.Low) : (Ratio.Low - 1, Ratio.High - 1);
        return $"{Percent(Math.Abs(Ratio.Value - 1))}% {(faster ? "faster" : "slower")} than {Against} ({Percent(low)}-{Percent(high)}%).";
    }

    private static string Percent(double part) => (part * 100).ToString(part < 0.0995 ? "0.0" : "0", CultureInfo.InvariantCulture);
}
