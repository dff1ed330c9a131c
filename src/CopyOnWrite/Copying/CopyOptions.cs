namespace CopyOnWrite;

/// <summary>What a <see cref="CopyRun"/> may do for its files.</summary>
internal sealed class CopyOptions
{
    /// <summary>Whether a destination that is unchanged stays (<see cref="CloneWorker.IsUnchanged(string, string)"/>).</summary>
    internal bool SkipsUnchanged { get; init; }

    internal bool MakesFolders { get; init; }

    /// <summary>Whether a read-only destination is made writable, as the file that it is: its other names become writable too.</summary>
    internal bool MakesWritable { get; init; }

    /// <summary>Whether a link in the destination's place is removed, and not what it names; and a pipe or the like.</summary>
    internal bool RemovesLinks { get; init; }

    /// <summary>Whether a source that is missing is looked for again for a moment.</summary>
    internal bool WaitsForSource { get; init; }

    /// <summary>Whether .NET copies what the system's worker does not.</summary>
    internal bool CopiesByDotNet { get; init; }

    /// <summary>
    /// Whether a new file is whole at once also if the process is killed, though its source is older: an empty file that is older than any
    /// has the name for a moment, and is replaced in one step. A file that is half-written would be newer than its source.
    /// </summary>
    internal bool PlacesOldFile { get; init; }

    /// <summary>How often the caller may have a file tried again (<see cref="CopyRun.TryAgain"/>).</summary>
    internal int Retries { get; init; }

    /// <summary>Before each round of them, in milliseconds.</summary>
    internal int RetryPause { get; init; }
}
