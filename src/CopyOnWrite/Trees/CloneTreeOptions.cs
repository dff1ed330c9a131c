#if NET
using System;

namespace CopyOnWrite;

/// <summary>Options of <see cref="FileCloner.CloneTree"/>.</summary>
public sealed class CloneTreeOptions
{
    /// <summary>
    /// Whether files that exist in the destination are replaced, each in one step, and symbolic links after they were deleted.
    /// Otherwise they fail. Existing folders are always used, links to folders never.
    /// </summary>
    public bool Overwrite { get; init; }

    /// <summary>Whether pipes, sockets and devices are skipped. Otherwise they fail, for <see cref="Reason.SourceIsNotAFile"/>.</summary>
    public bool SkipSpecialFiles { get; init; }

    /// <summary>Called with each path below the source; true leaves it out, a folder with all that is in it.</summary>
    public Func<string, bool>? LeaveOut { get; init; }

    /// <summary>
    /// Unless null, the call waits until the newest file or folder is this old, and then checks all of them again: each whose identity,
    /// length, mode or write time has changed is <see cref="TreeEntryKind.Changed"/>.
    /// </summary>
    public TimeSpan? UnchangedFor { get; init; }

    /// <summary>Gets, after each file, how many are done and how many there are in all, on the calling thread.</summary>
    public Action<int, int>? Progress { get; init; }
}
#endif
