namespace CopyOnWrite.Tool.Tests;

/// <summary>The numbers that benchmarks are judged by.</summary>
[TestClass]
public class EstimateTests
{
    private static readonly double[] s_ones = [1, 1, 1, 1, 1];

    [TestMethod]
    public void The_mean_of_ratios_is_the_geometric_one()
    {
        Estimate mean = Estimate.MeanRatio([(Times(2), s_ones), (Times(8), s_ones)]);
        Assert.AreEqual(4, mean.Value, 1e-9);
        Assert.AreEqual(4, mean.Low, 1e-9);
        Assert.AreEqual(4, mean.High, 1e-9);
    }

    [TestMethod]
    public void The_mean_of_one_ratio_is_that_ratio_with_its_interval()
    {
        double[] values = [1.9, 2.0, 2.1, 1.5, 2.6];
        Estimate ratio = Estimate.Ratio(values, s_ones);
        Estimate mean = Estimate.MeanRatio([(values, s_ones)]);
        Assert.AreEqual(ratio.Value, mean.Value, 1e-9);
        Assert.AreEqual(ratio.Low, mean.Low, 1e-9);
        Assert.AreEqual(ratio.High, mean.High, 1e-9);
    }

    [TestMethod]
    public void Noise_in_opposite_directions_makes_the_mean_surer_than_its_parts()
    {
        double[] noisy = [1.0, 1.5, 2.0, 2.5, 3.0];
        Estimate one = Estimate.Ratio(noisy, s_ones);
        Estimate mean = Estimate.MeanRatio([.. Enumerable.Repeat(((IReadOnlyList<double>)noisy, (IReadOnlyList<double>)s_ones), 9)]);
        Assert.IsLessThan(one.High - one.Low, mean.High - mean.Low);
    }

    private static double[] Times(double value) => [.. s_ones.Select(one => one * value)];
}
