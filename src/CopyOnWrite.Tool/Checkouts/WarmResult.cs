using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Whether a checkout got a donor's outputs, and why not; the codes of <c>--json</c>.</summary>
internal enum WarmState
{
    /// <summary>It has them.</summary>
    Warm,
    /// <summary>It was built before, and its outputs stay.</summary>
    HasOutputs,
    /// <summary>It is the donor.</summary>
    IsDonor,
    /// <summary>The donor has no outputs of its projects.</summary>
    DonorHasNone,
    /// <summary>The outputs were saved with another SDK, on another system, or with another package folder.</summary>
    OtherMachine,
    /// <summary>It is a worktree, and got no outputs.</summary>
    Cold,
}

/// <param name="State">Whether the checkout got outputs.</param>
internal sealed record WarmResult(WarmState State)
{
    internal IReadOnlyList<Verdict> Projects { get; init; } = [];

    /// <summary>Files of bin that are right for the donor only, until a build makes them.</summary>
    internal IReadOnlyList<string> Absent { get; init; } = [];

    /// <summary>Up to date, with generated sources in the pdb that name the donor.</summary>
    internal IReadOnlyList<CompiledProject> Embedding { get; init; } = [];

    internal CloneTreeResult? Cloned { get; init; }

    /// <summary>How many files have the donor's content.</summary>
    internal int Same { get; init; }

    /// <summary>How many have not.</summary>
    internal int Others { get; init; }
}
