using System;
using System.ComponentModel;

namespace CopyOnWrite;

/// <summary>What a run did for a file beside copying it.</summary>
[Flags]
internal enum FileSteps
{
    None = 0,

    /// <summary>The destination was like the source already, and nothing else was done.</summary>
    Unchanged = 1,

    /// <summary>The destination's folder was missing, and this file's thread made it.</summary>
    MadeFolder = 2,
    MadeWritable = 4,
    RemovedLink = 8,
    EmptiedCache = 16,

    /// <summary>The source was missing, and was looked for again.</summary>
    WaitedForSource = 32,

    /// <summary>A file that is older than any had its name for a moment.</summary>
    PlacedOldFile = 64,
}

/// <summary>What a <see cref="CopyRun"/> did with a file. The default: it was not reached, as the run was cancelled.</summary>
internal readonly struct FileOutcome(in CloneOutcome outcome, FileSteps steps, Exception? error = null)
{
    internal CloneOutcome Outcome { get; } = outcome;

    internal FileSteps Steps { get; } = steps;

    /// <summary>
    /// What .NET threw. Where <see cref="Outcome"/> is of kind NotHandled, as it made the folder; of kind None, by whatever else.
    /// </summary>
    internal Exception? Error { get; } = error;

    internal bool IsUnchanged => (Steps & FileSteps.Unchanged) != 0;

    /// <summary>Whether the destination was created or replaced.</summary>
    internal bool IsWritten => Outcome.Kind is OutcomeKind.Cloned or OutcomeKind.ClonedFromCache or OutcomeKind.Copied;

    /// <summary>Why it was not written, as far as the core has words for it, with the system's.</summary>
    internal string Words => Outcome.ErrorNumber == 0
        ? ReasonText.Of(Outcome.Reason)
        : $"{ReasonText.Of(Outcome.Reason)} ({new Win32Exception(Outcome.ErrorNumber).Message})";

    internal bool IsReached => Outcome.Kind != OutcomeKind.None || Steps != FileSteps.None || Error is not null;
}
