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

    public static Estimate Ratio(IReadOnlyList<double> values, IReadOnlyList<double> reference) => MeanRatio([(values, reference)]);

    public static Estimate Difference(IReadOnlyList<double> values, IReadOnlyList<double> reference) =>
        Percentiles(Median(values) - Median(reference), Resample(values, reference, (a, b) => a - b, new Random(Seed)));

    /// <summary>
    /// The geometric mean of median(values) / median(reference) over several measurements. Each was taken at another time, so rounds
    /// are drawn separately for each.
    /// </summary>
    public static Estimate MeanRatio(IReadOnlyList<(IReadOnlyList<double> Values, IReadOnlyList<double> Reference)> measurements)
    {
        var random = new Random(Seed);
        double[] sums = new double[Resamples];
        double sum = 0;
        foreach ((IReadOnlyList<double> values, IReadOnlyList<double> reference) in measurements)
        {
            sum += Math.Log(Median(values) / Median(reference));
            double[] resampled = Resample(values, reference, (a, b) => Math.Log(a / b), random);
            for (int i = 0; i < Resamples; i++)
            {
                sums[i] += resampled[i];
            }
        }

        Estimate total = Percentiles(sum, sums);
        double Mean(double logarithms) => Math.Exp(logarithms / measurements.Count);
        return new Estimate(Mean(total.Value), Mean(total.Low), Mean(total.High));
    }

    private static Estimate Percentiles(double value, double[] resampled)
    {
        Array.Sort(resampled);
        return new Estimate(value, resampled[(int)(Resamples * 0.025)], resampled[(int)(Resamples * 0.975) - 1]);
    }

    /// <summary>
    /// The percentile bootstrap over rounds: what slows a machine for a while hits both builds of a round, so rounds are drawn, not builds.
    /// </summary>
    private static double[] Resample(
        IReadOnlyList<double> values, IReadOnlyList<double> reference, Func<double, double, double> combine, Random random)
    {
        if (values.Count != reference.Count || values.Count == 0)
        {
            throw new ArgumentException($"{values.Count} rounds against {reference.Count}: they are not pairs.", nameof(reference));
        }

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

        return results;
    }
}
