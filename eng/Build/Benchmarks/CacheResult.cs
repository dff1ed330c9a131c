using System;
using System.Collections.Generic;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>All that the benchmark found, as it is written to the file.</summary>
internal sealed record CacheResult(
    DateTimeOffset Date,
    string Commit,
    Machine Machine,
    string DotNetSdk,
    BenchOptions Options,
    string PackagesFileSystem,
    string PackagesVolume,
    IReadOnlyList<CacheVolumeResult> Volumes)
{
    public bool OutputsAreTheSame => Volumes.All(v => v.Arms.All(a => a.Differences.Count == 0));
}
