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
internal sealed record CloneTreeOptions(
    Func<string, bool>? LeaveOut = null,
    bool LooksAgain = false,
    Action<int>? Progress = null);
