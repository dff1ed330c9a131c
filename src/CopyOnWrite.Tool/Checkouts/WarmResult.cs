using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>Whether a checkout got a donor's outputs, or why not. The names are the codes of <c>--json</c>.</summary>
internal enum WarmState
{
    /// <summary>The checkout got the outputs.</summary>
    Warm,
    /// <summary>The checkout was built before, and keeps its own outputs.</summary>
    HasOutputs,
    /// <summary>The checkout is the donor itself.</summary>
    IsDonor,
    /// <summary>The donor has no outputs of its projects.</summary>
    DonorHasNone,
    /// <summary>The outputs were saved with another SDK, on another system, or with another package folder.</summary>
    OtherMachine,
    /// <summary>git made the worktree, and it got no outputs.</summary>
    Cold,
}

/// <param name="State">Whether the checkout got outputs.</param>
internal sealed record WarmResult(WarmState State)
{
    internal IReadOnlyList<Decision> Projects { get; init; } = [];

    /// <summary>Files of bin that are right for the donor only, until a build makes them.</summary>
    internal IReadOnlyList<string> Absent { get; init; } = [];

    /// <summary>Projects that are up to date, with generated sources in the pdb that name the donor.</summary>
    internal IReadOnlyList<CompiledProject> Embedding { get; init; } = [];

    internal CloneTreeResult? Cloned { get; init; }

    /// <summary>The number of files with the donor's content.</summary>
    internal int Same { get; init; }

    /// <summary>The number of files that have other content, or are not in the donor.</summary>
    internal int Others { get; init; }
}
