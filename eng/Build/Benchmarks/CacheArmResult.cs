using System.Collections.Generic;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>What came out for one arm.</summary>
/// <param name="WallSeconds">Of each round that counts.</param>
/// <param name="CopySeconds">Of the calls of Copy, summed, of each round that counts.</param>
/// <param name="ApparentBytes">Of all outputs together.</param>
/// <param name="OneServiceBytes">The apparent bytes of one service's outputs.</param>
/// <param name="OwnedAloneBytes">Of all outputs together: what would be free without them.</param>
/// <param name="BytesWithCache">On the disk, of all outputs and the cache together.</param>
/// <param name="Differences">Of the outputs against the first arm's.</param>
internal sealed record CacheArmResult(
    string Name,
    bool WithSdk,
    IReadOnlyList<double> WallSeconds,
    IReadOnlyList<double> CopySeconds,
    CopyCount Files,
    long ApparentBytes,
    long OneServiceBytes,
    long OwnedAloneBytes,
    long BytesWithCache,
    IReadOnlyList<string> Differences)
{
    public double WallMedian => Estimate.Median(WallSeconds);

    public double CopyMedian => Estimate.Median(CopySeconds);

    public double AlonePerService => (double)OwnedAloneBytes / OneServiceBytes;
}
