namespace CopyOnWrite.Tool.Outputs;

/// <summary>What the new checkout has otherwise than the donor had it when it was built; paths are relative to both.</summary>
/// <param name="Missing">What could not be cloned, or changed meanwhile.</param>
/// <param name="OnlyInDonor">Files that the new checkout does not have, and that may be of a project.</param>
/// <param name="OnlyIgnoredInDonor">The same of files that git ignores.</param>
/// <param name="Rewritten">Files that have other content than in the donor.</param>
internal sealed record Differences(
    IReadOnlyList<string> Missing,
    IReadOnlyList<string> OnlyInDonor,
    IReadOnlyList<string> OnlyIgnoredInDonor,
    IReadOnlyList<string> Rewritten)
{
    /// <summary>When a file of the donor was written.</summary>
    internal required Func<string, DateTime> TimeInDonor { get; init; }

    /// <summary>The new checkout's, and its submodules'; null where they are the donor's.</summary>
    internal IReadOnlySet<string>? Commits { get; init; }

    /// <summary>Those that git ignores and both have, with other content: a build may have made or read them.</summary>
    internal IReadOnlyList<string> Unclear { get; init; } = [];

    /// <summary>Those that git ignores and only the new checkout has.</summary>
    internal IReadOnlyList<string> OnlyIgnoredHere { get; init; } = [];

    /// <summary>Outputs of the donor's that did not come along.</summary>
    internal IReadOnlyCollection<string> NotSaved { get; init; } = [];

    internal bool IsOtherCommit { get; init; }

    internal bool IsOtherBranch { get; init; }

    internal bool IsCommitHere(string commit) => Commits?.Contains(commit) != false;
}
