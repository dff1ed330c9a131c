using System;
using System.Collections.Generic;
using System.Linq;

namespace CopyOnWrite.Measurement;

/// <summary>A number from measured rounds, with the interval that holds it in 95 of 100 repetitions.</summary>
public readonly record struct Estimate(double Value, double Low, double High)
{
    private const int Resamples = 10_000;
    private const int Seed = 20_240_229;

    public static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length % 2 == 1 ? sorted[sorted.Length / 2] : (sorted[(sorted.Length / 2) - 1] + sorted[sorted.Length / 2]) / 2;
    }

    /// <summary>median(values) / median(reference).</summary>
    public static Estimate Ratio(IReadOnlyList<double> values, IReadOnlyList<double> reference) =>
        Paired(values, reference, (a, b) => a / b);

    /// <summary>median(values) - median(reference).</summary>
    public static Estimate Difference(IReadOnlyList<double> values, IReadOnlyList<double> reference) =>
        Paired(values, reference, (a, b) => a - b);

    /// <summary>
    /// The percentile bootstrap over rounds: what slows a machine for a while hits both builds of a round, so rounds are drawn, not builds.
    /// </summary>
    private static Estimate Paired(IReadOnlyList<double> values, IReadOnlyList<double> reference, Func<double, double, double> combine)
    {
        if (values.Count != reference.Count || values.Count == 0)
        {
            throw new ArgumentException($"{values.Count} rounds against {reference.Count}: they are not pairs.", nameof(reference));
        }

        var random = new Random(Seed);
        double[] results = new double[Resamples];
        double[] a = new double[values.Count];
        double[] b = new double[values.Count];
        for (int i = 0; i < Resamples; i++)
        {
            for (int j = 0; j < a.Length; j++)
            {
                int round = random.Next(a.Length);
                a[j] = values[round];
                b[j] = reference[round];
            }

            results[i] = combine(Median(a), Median(b));
        }

        Array.Sort(results);
        return new Estimate(
            combine(Median(values), Median(reference)), results[(int)(Resamples * 0.025)], results[(int)(Resamples * 0.975) - 1]);
    }
}
