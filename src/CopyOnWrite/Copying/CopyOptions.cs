namespace CopyOnWrite;

/// <summary>The options of a <see cref="CopyRun"/>.</summary>
/// <param name="SkipUnchanged">Whether a destination that is unchanged stays (<see cref="CloneWorker.IsUnchanged"/>).</param>
/// <param name="OnlyNewer">With <paramref name="SkipUnchanged"/>: whether one that is newer than its source stays as well.</param>
/// <param name="FollowLinks">With <paramref name="SkipUnchanged"/>: whether a source that is a link is compared as its target.</param>
/// <param name="MakeWritable">Whether a read-only destination is made writable in place: its other hard links become writable too.</param>
/// <param name="RemoveLinks">Whether a link in the destination's place is removed (not its target), and a pipe or the like.</param>
/// <param name="WaitForSource">Whether a missing source is looked for again for a moment.</param>
/// <param name="CopyByDotNet">Whether .NET copies what the worker does not.</param>
/// <param name="Retries">How often the caller may have a file tried again (<see cref="CopyRun.TryAgain"/>).</param>
/// <param name="RetryPause">The pause before each further attempt, in milliseconds.</param>
internal sealed record CopyOptions(
    bool SkipUnchanged = false,
    bool OnlyNewer = false,
    bool FollowLinks = false,
    bool CreateFolders = false,
    bool MakeWritable = false,
    bool RemoveLinks = false,
    bool WaitForSource = false,
    bool CopyByDotNet = false,
    int Retries = 0,
    int RetryPause = 0);
