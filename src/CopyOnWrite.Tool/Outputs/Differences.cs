namespace CopyOnWrite.Tool.Outputs;

/// <summary>The differences between the new checkout and the donor at the time of its build. Paths are relative to both.</summary>
/// <param name="Missing">What could not be cloned, or changed meanwhile.</param>
/// <param name="OnlyInDonor">Files that the new checkout does not have, and that may be of a project.</param>
/// <param name="OnlyIgnoredInDonor">Ignored files that the new checkout does not have, and that may be of a project.</param>
/// <param name="Rewritten">Files whose content differs from the donor's.</param>
internal sealed record Differences(
    IReadOnlyList<string> Missing,
    IReadOnlyList<string> OnlyInDonor,
    IReadOnlyList<string> OnlyIgnoredInDonor,
    IReadOnlyList<string> Rewritten)
{
    /// <summary>Gives the time when a file of the donor was written.</summary>
    internal required Func<string, DateTime> TimeInDonor { get; init; }

    /// <summary>The commits of the new checkout and its submodules; null where they are the donor's.</summary>
    internal IReadOnlySet<string>? Commits { get; init; }

    /// <summary>Ignored files that both have, with different content: a build may have made or read them.</summary>
    internal IReadOnlyList<string> Unclear { get; init; } = [];

    /// <summary>Ignored files that only the new checkout has.</summary>
    internal IReadOnlyList<string> OnlyIgnoredHere { get; init; } = [];

    /// <summary>The donor's outputs that did not come along.</summary>
    internal IReadOnlyCollection<string> NotSaved { get; init; } = [];

    internal bool IsOtherCommit { get; init; }

    internal bool IsOtherBranch { get; init; }

    internal bool IsCommitHere(string commit) => Commits?.Contains(commit) != false;
}
