namespace CopyOnWrite.Artifacts;

internal enum StagedState
{
    None,
    Unchanged,
    Done,

    /// <summary>With DryRun, the file would be staged.</summary>
    Would,
    Failed,

    /// <summary>The error may pass; the file is retried.</summary>
    Later,

    /// <summary>On the volume its name is the same as another file's of the call.</summary>
    NameTaken,
}

/// <summary>What staging did with a file.</summary>
/// <param name="Why">The message, with <see cref="StagedState.Failed"/> and <see cref="StagedState.Later"/>.</param>
internal readonly record struct StagedResult(StagedState What, CloneOutcome Outcome = default, string? Why = null)
{
    internal static StagedResult Failed(string why) => new(StagedState.Failed, Why: why);

    internal static StagedResult Later(string why) => new(StagedState.Later, Why: why);
}
