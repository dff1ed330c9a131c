namespace CopyOnWrite.Artifacts;

/// <summary>What staging did with a file.</summary>
internal readonly struct StagedResult
{
    private StagedResult(State what, CloneOutcome outcome, string? why)
    {
        What = what;
        Outcome = outcome;
        Why = why;
    }

    internal enum State
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

    internal State What { get; }

    internal CloneOutcome Outcome { get; }

    /// <summary>A sentence, beside <see cref="State.Failed"/> and <see cref="State.Later"/>.</summary>
    internal string? Why { get; }

    internal static StagedResult Of(State what) => new(what, default, null);

    internal static StagedResult Of(in CloneOutcome outcome) => new(State.Done, outcome, null);

    internal static StagedResult Failed(string why) => new(State.Failed, default, why);

    internal static StagedResult Later(string why) => new(State.Later, default, why);
}
