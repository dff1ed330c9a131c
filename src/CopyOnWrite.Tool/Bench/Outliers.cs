using System.Collections.Generic;
using System.Linq;

namespace CopyOnWrite.Tool.Bench;

/// <summary>Runs far from the others by Tukey's fences: more than one and a half times the middle half's width outside of it.</summary>
internal static class Outliers
{
    private const double Fence = 1.5;
    private const int Fewest = 4;

    internal static IReadOnlyList<BenchBuild> Of(ArmResult arm)
    {
        double[] sorted = [.. arm.Runs.Select(run => run.Seconds).Order()];
        if (sorted.Length < Fewest)
        {
            return [];
        }

        double low = Quantile(sorted, 0.25);
        double high = Quantile(sorted, 0.75);
        double width = (high - low) * Fence;
        return [.. arm.Runs.Where(run => run.Seconds < low - width || run.Seconds > high + width)];
    }

    private static double Quantile(double[] sorted, double part)
    {
        double place = part * (sorted.Length - 1);
        int below = (int)place;
        return below + 1 == sorted.Length ? sorted[below] : sorted[below] + ((place - below) * (sorted[below + 1] - sorted[below]));
    }
}
