using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Bench;

/// <summary>An arm, as the rounds see it.</summary>
internal interface IBenchArm
{
    ArmKind Kind { get; }

    string Name { get; }

    /// <summary>Whether a build has left all of its outputs: the first round's are enough. Not after one was stopped.</summary>
    bool HasOutputs { get; }

    /// <param name="round">0 is the first, which is dropped: it fills the cross-volume cache, and the system's caches.</param>
    Task<BenchBuild> BuildAsync(int round, int turn, CancellationToken cancel);

    /// <summary>One more build, which is not timed and counts files.</summary>
    Task CountAsync(CancellationToken cancel);

    TreeSnapshot Outputs();

    /// <param name="differences">Of its outputs from the built-in's; null where they could not be compared.</param>
    ArmResult Result(IReadOnlyList<string>? differences);
}
