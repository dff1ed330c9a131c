using System;
using System.Collections.Generic;

namespace CopyOnWrite;

/// <summary>What <see cref="FileCloner.CloneTree"/> did.</summary>
public sealed class CloneTreeResult
{
    internal CloneTreeResult()
    {
    }

    /// <summary>The files and links of the clone, and what was skipped, by what was done and why.</summary>
    public IReadOnlyList<TreeCount> Counts { get; internal init; } = [];

    /// <summary>What is not in the clone as it is in the source, in the order of the paths.</summary>
    public IReadOnlyList<TreeEntry> Entries { get; internal init; } = [];

    /// <summary>What the destination did not keep.</summary>
    public IReadOnlyList<TreeLoss> NotKept { get; internal init; } = [];
}

/// <summary>How many files of a tree have one outcome.</summary>
public readonly struct TreeCount
{
    /// <summary>What was done.</summary>
    public TreeEntryKind Kind { get; internal init; }

    /// <summary>Why a file was <see cref="TreeEntryKind.Copied"/>; otherwise <see cref="CloneFailureReason.None"/>.</summary>
    public CloneFailureReason FailureReason => CloneOutcome.Copied(Reason, Bytes).FailureReason;

    /// <summary>The files, or links.</summary>
    public int Files { get; internal init; }

    /// <summary>Of the files that were cloned or copied.</summary>
    public long Bytes { get; internal init; }

    internal Reason Reason { get; init; }

    /// <inheritdoc/>
    public override string ToString() =>
        $"{Files} {Kind}{(Reason == Reason.None ? string.Empty : $" ({ReasonText.Of(Reason)})")}, {Bytes} bytes";
}

/// <summary>What <see cref="FileCloner.CloneTree"/> did with an entry of the tree.</summary>
public enum TreeEntryKind
{
    /// <summary>The file shares its blocks with its source.</summary>
    Cloned,
    /// <summary>The file's content was copied.</summary>
    Copied,
    /// <summary>A file with several names in the tree: this name is a hard link to the clone of another.</summary>
    HardLink,
    /// <summary>A symbolic link with the same target, which was not followed.</summary>
    SymbolicLink,
    /// <summary>A pipe, socket or device, which is not in the clone.</summary>
    Skipped,
    /// <summary>The file or link, or files of the folder, or all of it, were not cloned; <see cref="TreeEntry.Error"/> says why.</summary>
    Failed,
    /// <summary>
    /// Changed while it was cloned; the clone has it as it was later, or not at all if it went on changing. Of the folder, a name is new,
    /// and is in the clone, or a name is gone, and is still in the clone.
    /// </summary>
    Changed,
}

/// <summary>An entry of a tree that is, or may be, not in the clone as it is in the source.</summary>
public readonly struct TreeEntry
{
    /// <summary>The path below the source. A byte of a name that is not valid UTF-8 is the lone surrogate 0xDC00 + byte.</summary>
    public string Path { get; internal init; }

    /// <summary>Failed, changed or skipped; or a symbolic link that leads into the source by its absolute path.</summary>
    public TreeEntryKind Kind { get; internal init; }

    /// <summary>Why the entry <see cref="TreeEntryKind.Failed"/>; otherwise null.</summary>
    public Exception? Error { get; internal init; }

    /// <inheritdoc/>
    public override string ToString() => $"{Path}: {Kind} {Error?.Message}";
}

/// <summary>What a destination may not keep of a tree.</summary>
public enum TreeProperty
{
    /// <summary>Permissions, setuid, setgid and sticky; attributes on Windows.</summary>
    Mode,
    /// <summary>The write time.</summary>
    Time,
    /// <summary>Owner and group, which root keeps.</summary>
    Owner,
    /// <summary>A name of a file that has another in the tree: it became a separate clone.</summary>
    HardLink,
}

/// <summary>How many files and folders lack an attribute of their source.</summary>
public readonly struct TreeLoss
{
    /// <summary>What was not kept.</summary>
    public TreeProperty Property { get; internal init; }

    /// <summary>The path below the source of one of them.</summary>
    public string FirstPath { get; internal init; }

    /// <summary>The files and folders.</summary>
    public int Count { get; internal init; }

    /// <inheritdoc/>
    public override string ToString() => $"{Property} of {Count}, {FirstPath} first";
}
