namespace CopyOnWrite.Measurement;

/// <summary>A number from measured rounds, with the interval that holds it in 95 of 100 repetitions.</summary>
public readonly record struct Estimate(double Value, double Low, double High)
{
    public const int Resamples = 10_000;

    /// <summary>The seed of the random numbers, which is fixed so that a result's report can be made again.</summary>
    public const int Seed = 20_240_229;

    public static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length % 2 == 1 ? sorted[sorted.Length / 2] : (sorted[(sorted.Length / 2) - 1] + sorted[sorted.Length / 2]) / 2;
    }

    public static Estimate Ratio(IReadOnlyList<double> values, IReadOnlyList<double> reference) =>
        Of(Median(values) / Median(reference), Resample(values, reference, (a, b) => a / b, new Random(Seed)));

    /// <summary>An estimate of the value from resampled ones, which are sorted.</summary>
    public static Estimate Of(double value, double[] resampled)
    {
        Array.Sort(resampled);
        return new Estimate(value, resampled[(int)(Resamples * 0.025)], resampled[(int)(Resamples * 0.975) - 1]);
    }

    /// <summary>The percentile bootstrap over rounds, not builds: what slows a machine for a while hits both builds of a round.</summary>
    public static double[] Resample(
        IReadOnlyList<double> values, IReadOnlyList<double> reference, Func<double, double, double> combine, Random random) =>
    [
        .. Enumerable.Range(0, Resamples).Select(_ =>
        {
            int[] rounds = [.. values.Select(_ => random.Next(values.Count))];
            return combine(Median(rounds.Select(round => values[round])), Median(rounds.Select(round => reference[round])));
        }),
    ];
}
