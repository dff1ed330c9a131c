using CopyOnWrite.Tool.Outputs;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>What became of a checkout that was to get a donor's outputs; the codes of <c>--json</c>.</summary>
internal enum WarmState
{
    /// <summary>It has them.</summary>
    Warm,
    /// <summary>It has outputs of its own, which stay.</summary>
    HasOutputs,
    /// <summary>It is the donor.</summary>
    IsDonor,
    /// <summary>The donor has no outputs of its projects.</summary>
    DonorHasNone,
    /// <summary>It is a worktree, and got no outputs.</summary>
    Cold,
}

/// <param name="State">What became of the checkout.</param>
internal sealed record WarmResult(WarmState State)
{
    internal IReadOnlyList<Verdict> Projects { get; init; } = [];

    /// <summary>Files of bin that are right for the donor only, until a build makes them.</summary>
    internal IReadOnlyList<string> Absent { get; init; } = [];

    internal CloneTreeResult? Cloned { get; init; }

    /// <summary>How many files have the donor's content.</summary>
    internal int Same { get; init; }

    /// <summary>How many have not.</summary>
    internal int Others { get; init; }
}
