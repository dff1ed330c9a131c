using System;

namespace CopyOnWrite;

/// <summary>The outcome of one file of many (<see cref="FileCloner.CloneOrCopyAll"/>).</summary>
public readonly struct FileResult
{
    internal FileResult(CloneOutcome outcome, Exception? error)
    {
        Outcome = outcome;
        Error = error;
    }

    /// <summary>The outcome; of kind <see cref="OutcomeKind.None"/> where <see cref="Error"/> is not null.</summary>
    public CloneOutcome Outcome { get; }

    /// <summary>Why the file was neither cloned nor copied; null when it was.</summary>
    public Exception? Error { get; }
}
