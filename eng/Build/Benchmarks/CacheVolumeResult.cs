using System.Collections.Generic;
using System.Linq;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>What came out on one volume.</summary>
/// <param name="Orders">The names of the arms as they took turns, for each round that counts.</param>
internal sealed record CacheVolumeResult(
    string FileSystem, string Facts, IReadOnlyList<CacheArmResult> Arms, IReadOnlyList<IReadOnlyList<string>> Orders)
{
    /// <summary>Each arm but the first against the first, which is the built-in.</summary>
    public IReadOnlyList<CacheVerdict> Verdicts { get; } = [.. Arms.Skip(1).Select(arm => CacheVerdict.Of(arm, Arms[0]))];
}
