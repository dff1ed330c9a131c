using System.Collections.Generic;

namespace CopyOnWrite;

/// <summary>
/// The outcome of one file: what was done, why it was not cloned, how many bytes, and the system's error number where one decided.
/// </summary>
public readonly struct CloneOutcome
{
    private CloneOutcome(OutcomeKind kind, Reason reason, long bytes, int errorNumber, IReadOnlyList<int>? usedBy = null)
    {
        Kind = kind;
        Reason = reason;
        Bytes = bytes;
        ErrorNumber = errorNumber;
        UsedBy = usedBy;
    }

    /// <summary>What was done.</summary>
    public OutcomeKind Kind { get; }

    /// <summary>Why the file was not cloned; <see cref="Reason.None"/> when it was.</summary>
    public Reason Reason { get; }

    /// <summary>Length of the source in bytes; 0 when not handled.</summary>
    public long Bytes { get; }

    /// <summary>errno on Linux and macOS, the number of winerror.h on Windows; 0 when no error decided the outcome.</summary>
    public int ErrorNumber { get; }

    /// <summary>
    /// The ids of the processes that go on with the file that was replaced, as far as they are known; null when none had it loaded.
    /// </summary>
    internal IReadOnlyList<int>? UsedBy { get; }

    internal static CloneOutcome Cloned(long bytes) => new(OutcomeKind.Cloned, Reason.None, bytes, 0);

    /// <summary>A clone of the cache's entry for the source.</summary>
    internal static CloneOutcome ClonedFromCache(long bytes) => new(OutcomeKind.ClonedFromCache, Reason.None, bytes, 0);

    internal static CloneOutcome Copied(Reason reason, long bytes, int errorNumber = 0) =>
        new(OutcomeKind.Copied, reason, bytes, errorNumber);

    internal static CloneOutcome NotHandled(Reason reason, int errorNumber = 0) => new(OutcomeKind.NotHandled, reason, 0, errorNumber);

    internal CloneOutcome OverFileUsedBy(IReadOnlyList<int>? processes) =>
        processes is null ? this : new(Kind, Reason, Bytes, ErrorNumber, processes);

    /// <summary>Whether the destination shares its blocks with another file.</summary>
    public bool IsClone => Kind is OutcomeKind.Cloned or OutcomeKind.ClonedFromCache;

    /// <inheritdoc/>
    public override string ToString() =>
        ErrorNumber == 0 ? $"{Kind} ({Reason}), {Bytes} bytes" : $"{Kind} ({Reason}, error {ErrorNumber}), {Bytes} bytes";
}
