namespace CopyOnWrite.Artifacts;

internal enum StagedState
{
    None,
    Unchanged,
    Done,

    /// <summary>With DryRun: it would be staged.</summary>
    Would,
    Failed,

    /// <summary>It may do a little later.</summary>
    Later,

    /// <summary>The volume takes its name for that of another file of the call.</summary>
    NameTaken,
}

/// <summary>What staging did with a file.</summary>
/// <param name="Why">A sentence, beside <see cref="StagedState.Failed"/> and <see cref="StagedState.Later"/>.</param>
internal readonly record struct StagedResult(StagedState What, CloneOutcome Outcome = default, string? Why = null)
{
    internal static StagedResult Failed(string why) => new(StagedState.Failed, Why: why);

    internal static StagedResult Later(string why) => new(StagedState.Later, Why: why);
}
