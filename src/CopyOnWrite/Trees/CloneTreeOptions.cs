using System;
using System.Collections.Generic;

namespace CopyOnWrite;

internal sealed class CloneTreeOptions
{
    /// <summary>
    /// Called with each path below the source; true leaves it out, a folder with all that is in it. Several threads call it. With
    /// <see cref="LooksAgain"/> it is called again for names that are not in the clone.
    /// </summary>
    internal Func<string, bool>? LeaveOut { get; init; }

    /// <summary>
    /// Whether each file and folder is looked at again when all are cloned, and what has changed is cloned again and named
    /// (<see cref="TreeEntryKind.Changed"/>). What is not named was in the source, as it is in the clone, at one moment.
    /// </summary>
    internal bool LooksAgain { get; init; }

    /// <summary>Gets, some times a second, how many files are done, on the calling thread.</summary>
    internal Action<int>? Progress { get; init; }

    /// <summary>
    /// Gets the private folder when all files are there, and before its folders get their modes and times and the tree its name.
    /// </summary>
    internal Action<string, IReadOnlyList<TreeEntry>>? BeforeNamed { get; init; }
}
