namespace CopyOnWrite.Testing;

/// <summary>Further estimates, which only benchmarks make.</summary>
public static class Estimates
{
    public static Estimate Difference(IReadOnlyList<double> values, IReadOnlyList<double> reference) => Estimate.Of(
        Estimate.Median(values) - Estimate.Median(reference),
        Estimate.Resample(values, reference, (a, b) => a - b, new Random(Estimate.Seed)));

    /// <summary>
    /// The geometric mean of median(values) / median(reference) over several measurements. Each was taken at another time, so rounds
    /// are drawn separately for each.
    /// </summary>
    public static Estimate MeanRatio(IReadOnlyList<(IReadOnlyList<double> Values, IReadOnlyList<double> Reference)> measurements)
    {
        var random = new Random(Estimate.Seed);
        double[] sums = new double[Estimate.Resamples];
        foreach ((IReadOnlyList<double> values, IReadOnlyList<double> reference) in measurements)
        {
            double[] resampled = Estimate.Resample(values, reference, (a, b) => Math.Log(a / b), random);
            sums = [.. sums.Zip(resampled, (sum, one) => sum + one)];
        }

        double total = measurements.Sum(one => Math.Log(Estimate.Median(one.Values) / Estimate.Median(one.Reference)));
        return Estimate.Of(Mean(total), [.. sums.Select(Mean)]);

        double Mean(double logarithms) => Math.Exp(logarithms / measurements.Count);
    }
}
