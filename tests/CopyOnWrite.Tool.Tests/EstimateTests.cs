namespace CopyOnWrite.Tool.Tests;

/// <summary>The numbers that benchmarks are judged by.</summary>
[TestClass]
public class EstimateTests
{
    private static readonly double[] s_ones = [1, 1, 1, 1, 1];

    [TestMethod]
    public void The_mean_of_ratios_is_the_geometric_one()
    {
        Estimate mean = Estimates.MeanRatio([(Times(2), s_ones), (Times(8), s_ones)]);
        Assert.IsTrue(new[] { mean.Low, mean.Value, mean.High }.All(value => Math.Abs(value - 4) < 1e-9), $"{mean}");
    }

    [TestMethod]
    public void Noise_in_opposite_directions_makes_the_mean_surer_than_its_parts()
    {
        double[] noisy = [1.0, 1.5, 2.0, 2.5, 3.0];
        Estimate one = Estimate.Ratio(noisy, s_ones);
        Estimate mean = Estimates.MeanRatio([.. Enumerable.Repeat(((IReadOnlyList<double>)noisy, (IReadOnlyList<double>)s_ones), 9)]);
        Assert.IsLessThan(one.High - one.Low, mean.High - mean.Low);
    }

    private static double[] Times(double value) => [.. s_ones.Select(one => one * value)];
}
