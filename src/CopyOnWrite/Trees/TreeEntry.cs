#if NET
using System;

namespace CopyOnWrite;

/// <summary>What <see cref="FileCloner.CloneTree"/> did with an entry of the tree.</summary>
public enum TreeEntryKind
{
    /// <summary>Not processed, because the call was cancelled. A folder may have been created without its files.</summary>
    NotReached,
    /// <summary>The file was cloned or copied; <see cref="TreeEntry.Outcome"/> says which.</summary>
    File,
    /// <summary>A file with several names in the tree: this name is a hard link to the clone of the first.</summary>
    HardLink,
    /// <summary>A symbolic link with the same target, which was not followed.</summary>
    SymbolicLink,
    /// <summary>A pipe, socket or device, skipped (<see cref="CloneTreeOptions.SkipSpecialFiles"/>).</summary>
    Skipped,
    /// <summary>The file, the link, or the folder with what is below it, was not cloned; <see cref="TreeEntry.Error"/> says why.</summary>
    Failed,
    /// <summary>The file or folder changed meanwhile, so the clone may differ (<see cref="CloneTreeOptions.UnchangedFor"/>).</summary>
    Changed,
}

/// <summary>One entry of a tree, other than a folder that was created, with what was done.</summary>
public sealed class TreeEntry
{
    internal TreeEntry(string path, TreeEntryKind kind, CloneOutcome outcome = default, Exception? error = null)
    {
        Path = path;
        Kind = kind;
        Outcome = outcome;
        Error = error;
    }

    /// <summary>The path below the source, and below the destination.</summary>
    public string Path { get; }

    /// <summary>What was done.</summary>
    public TreeEntryKind Kind { get; }

    /// <summary>How a <see cref="TreeEntryKind.File"/> was made, and why it was copied if so; neither for other entries.</summary>
    public CloneOutcome Outcome { get; }

    /// <summary>Why the entry <see cref="TreeEntryKind.Failed"/>; otherwise null.</summary>
    public Exception? Error { get; }

    /// <inheritdoc/>
    public override string ToString() => $"{Path}: {Kind} {(Error is null ? Outcome.ToString() : Error.Message)}";
}
#endif
