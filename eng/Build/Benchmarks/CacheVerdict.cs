using System;
using System.Globalization;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>An arm against the built-in, with 95% intervals.</summary>
internal sealed record CacheVerdict(string Arm, Estimate WallRatio, Estimate WallDifference, Estimate CopyRatio)
{
    /// <summary>As one would say it. A difference whose interval holds "none" is not called one.</summary>
    public string Words => $"{Arm}: Copy task {Factor(CopyRatio)}; wall time {Seconds(WallDifference)}";

    internal bool ShowsDifference => CopyRatio is { High: < 1 } or { Low: > 1 } || WallDifference is { High: < 0 } or { Low: > 0 };

    internal static CacheVerdict Of(CacheArmResult arm, CacheArmResult builtIn) => new(
        arm.Name,
        Estimate.Ratio(arm.WallSeconds, builtIn.WallSeconds),
        Estimate.Difference(arm.WallSeconds, builtIn.WallSeconds),
        Estimate.Ratio(arm.CopySeconds, builtIn.CopySeconds));

    private static string Factor(Estimate ratio) => ratio switch
    {
        { High: < 1 } => Show(1 / ratio.Value, 1 / ratio.High, 1 / ratio.Low, "x less"),
        { Low: > 1 } => Show(ratio.Value, ratio.Low, ratio.High, "x more"),
        _ => Invariant($"no difference shown ({ratio.Value:0.00}x, {ratio.Low:0.00}-{ratio.High:0.00})"),
    };

    private static string Seconds(Estimate difference) => difference switch
    {
        { High: < 0 } => Show(-difference.Value, -difference.High, -difference.Low, " s less"),
        { Low: > 0 } => Show(difference.Value, difference.Low, difference.High, " s more"),
        _ => Invariant($"no difference shown ({difference.Value:0.00} s, {difference.Low:0.00} to {difference.High:0.00})"),
    };

    private static string Show(double value, double low, double high, string unit)
    {
        string format = high < 2 ? "0.00" : "0.0";
        string Number(double number) => number.ToString(format, CultureInfo.InvariantCulture);
        return $"{Number(value)}{unit} ({Number(low)}-{Number(high)})";
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
