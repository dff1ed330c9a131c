using System.Collections.Generic;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Build.Benchmarks;

/// <summary>All that the benchmark of whole builds found, as it is written to the file.</summary>
internal sealed record BuildsResult(Circumstances Circumstances, IReadOnlyList<BuildsCell> Cells);

/// <summary>One sample on one volume; the first arm is the built-in.</summary>
internal sealed record BuildsCell(string Sample, string FileSystem, IReadOnlyList<BuildsArmResult> Arms);

/// <param name="Full">Builds of everything, in seconds, one a round.</param>
/// <param name="Again">The builds right after them, which find nothing to do.</param>
/// <param name="Differences">Its outputs against the first arm's; none where they are the same.</param>
internal sealed record BuildsArmResult(string Name, IReadOnlyList<BuildTime> Full, IReadOnlyList<BuildTime> Again, IReadOnlyList<string> Differences);
