namespace CopyOnWrite;

/// <summary>What a <see cref="CopyRun"/> may do for its files.</summary>
internal sealed class CopyOptions
{
    /// <summary>Whether a destination that is unchanged stays (<see cref="CloneWorker.IsUnchanged(string, string)"/>).</summary>
    internal bool SkipUnchanged { get; init; }

    /// <summary>With <see cref="SkipUnchanged"/>: whether a destination that is newer than its source stays as well.</summary>
    internal bool OnlyNewer { get; init; }

    /// <summary>
    /// With <see cref="SkipUnchanged"/>: whether a source that is a link is compared as its target; the built-in task compares the link.
    /// </summary>
    internal bool FollowLinks { get; init; }

    internal bool CreateFolders { get; init; }

    /// <summary>Whether a read-only destination is made writable in place: its other hard links become writable too.</summary>
    internal bool MakeWritable { get; init; }

    /// <summary>Whether a link in the destination's place is removed (not its target), and a pipe or the like.</summary>
    internal bool RemoveLinks { get; init; }

    /// <summary>Whether a missing source is looked for again for a moment.</summary>
    internal bool WaitForSource { get; init; }

    /// <summary>Whether .NET copies what the worker does not.</summary>
    internal bool CopyByDotNet { get; init; }

    /// <summary>How often the caller may have a file tried again (<see cref="CopyRun.TryAgain"/>).</summary>
    internal int Retries { get; init; }

    /// <summary>The pause before each further attempt, in milliseconds.</summary>
    internal int RetryPause { get; init; }
}
