using System.ComponentModel;

namespace CopyOnWrite;

/// <summary>The things that a run did for a file besides copying it.</summary>
[Flags]
internal enum FileSteps
{
    None = 0,
    /// <summary>The destination was unchanged, and nothing else was done.</summary>
    Unchanged = 1,
    /// <summary>The destination's folder was missing, and was made for this file.</summary>
    MadeFolder = 2,
    MadeWritable = 4,
    RemovedLink = 8,
    EmptiedCache = 16,
    /// <summary>The source was missing, and was looked for again.</summary>
    WaitedForSource = 32,
}

/// <summary>The outcome of a file in a <see cref="CopyRun"/>. The default: not reached before the run was cancelled.</summary>
/// <param name="Error">What .NET threw: making the folder (<see cref="Outcome"/> is NotHandled), or at any step (None).</param>
/// <param name="Waited">How long the source was missing, if the call waited for it.</param>
internal readonly record struct FileOutcome(
    CloneOutcome Outcome, FileSteps Steps, Exception? Error = null, TimeSpan Waited = default)
{
    internal bool IsUnchanged => (Steps & FileSteps.Unchanged) != 0;

    /// <summary>Whether the destination was created or replaced.</summary>
    internal bool IsWritten => Outcome.Kind is OutcomeKind.Cloned or OutcomeKind.ClonedFromCache or OutcomeKind.Copied;

    /// <summary>The reason why the file was not written, in the core's words and the system's.</summary>
    internal string Words => Outcome.ErrorNumber == 0
        ? ReasonText.Of(Outcome.Reason)
        : $"{ReasonText.Of(Outcome.Reason)} ({new Win32Exception(Outcome.ErrorNumber).Message})";

    internal bool IsReached => Outcome.Kind != OutcomeKind.None || Steps != FileSteps.None || Error is not null;
}
