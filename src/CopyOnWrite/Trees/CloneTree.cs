namespace CopyOnWrite;

/// <param name="LeaveOut">
/// Called with each path below the source; true leaves it out, a folder with all that is in it. Several threads call it. With
/// <paramref name="LooksAgain"/> it is called again for names that are not in the clone.
/// </param>
/// <param name="LooksAgain">
/// Whether each file and folder is looked at again when all are cloned, and what has changed is cloned again and named
/// (<see cref="TreeEntryKind.Changed"/>). What is not named was in the source, as it is in the clone, at one moment.
/// </param>
/// <param name="Progress">Gets, some times a second, how many files are done, on the calling thread.</param>
internal sealed record CloneTreeOptions(Func<string, bool>? LeaveOut = null, bool LooksAgain = false, Action<int>? Progress = null);

/// <summary>The result of a <see cref="TreeClone"/>.</summary>
/// <param name="Counts">The files and links of the clone, and what was skipped, by what was done and why.</param>
/// <param name="Entries">What is not in the clone as it is in the source, in the order of the paths.</param>
/// <param name="NotKept">What the destination did not keep.</param>
internal sealed record CloneTreeResult(
    IReadOnlyList<TreeCount> Counts, IReadOnlyList<TreeEntry> Entries, IReadOnlyList<TreeLoss> NotKept);

/// <summary>The number of a tree's files with one outcome.</summary>
/// <param name="Reason">Why files were copied; otherwise none.</param>
/// <param name="Bytes">Of files that were cloned or copied.</param>
internal sealed record TreeCount(TreeEntryKind Kind, Reason Reason, int Files, long Bytes);

internal enum TreeEntryKind
{
    Cloned,
    Copied,
    /// <summary>A file with several names in the tree: this name is a hard link to the clone of another.</summary>
    HardLink,
    /// <summary>A symbolic link with the same target, which was not followed.</summary>
    SymbolicLink,
    /// <summary>A pipe, socket or device, or on Windows a link to a folder by its full path; it is not in the clone.</summary>
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
/// <param name="Path">Below the source. A byte of a name that is not valid UTF-8 is the lone surrogate 0xDC00 + byte.</param>
/// <param name="Kind">Failed, changed or skipped; or a symbolic link that leads into the source by its absolute path.</param>
/// <param name="Error">Why the entry failed; otherwise null.</param>
internal sealed record TreeEntry(string Path, TreeEntryKind Kind, Exception? Error = null);

/// <summary>An attribute of a tree's entries that a destination may not keep.</summary>
internal enum TreeProperty
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

/// <summary>The number of files and folders that lack an attribute of their source.</summary>
/// <param name="FirstPath">Of one of them, below the source.</param>
internal sealed record TreeLoss(TreeProperty Property, string FirstPath, int Count);
