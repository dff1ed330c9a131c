using System;

namespace CopyOnWrite;

/// <summary>The result of one file of many (<see cref="FileCloner.CloneOrCopyAll"/>).</summary>
public readonly struct FileResult
{
    /// <summary>The absolute path of the file.</summary>
    public string Source { get; internal init; }

    /// <summary>The absolute path of its clone or copy.</summary>
    public string Destination { get; internal init; }

    /// <summary>
    /// What was done; where <see cref="Error"/> is not null, neither a clone nor a copy, and <see cref="CloneOutcome.FailureReason"/> says why.
    /// </summary>
    public CloneOutcome Outcome { get; internal init; }

    /// <summary>
    /// Why the file was neither cloned nor copied; null when it was. An <see cref="OperationCanceledException"/> where the call was
    /// cancelled first.
    /// </summary>
    public Exception? Error { get; internal init; }
}
