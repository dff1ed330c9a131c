namespace CopyOnWrite;

/// <summary>The outcome of one file.</summary>
internal enum OutcomeKind
{
    None,
    /// <summary>The destination shares its blocks with the source.</summary>
    Cloned,
    /// <summary>The destination shares its blocks with the cross-volume cache's entry for the source.</summary>
    ClonedFromCache,
    /// <summary>The content was copied; the <see cref="Reason"/> says why it was not cloned.</summary>
    Copied,
    /// <summary>Nothing was done and nothing was left behind; the <see cref="Reason"/> says why. The caller has another way.</summary>
    NotHandled,
    /// <summary>Only of the Copy task: nothing was done, there is no other way, and the task has logged the error.</summary>
    Failed,
}

/// <summary>The outcome of one file: what was done, why it was not cloned, how many bytes, and the error number that decided.</summary>
public readonly partial struct CloneOutcome
{
    internal OutcomeKind Kind { get; private init; }

    /// <summary>The reason why the file was not cloned; <see cref="Reason.None"/> when it was.</summary>
    internal Reason Reason { get; init; }

    /// <summary>Length of the source in bytes; 0 when nothing was done.</summary>
    public long Bytes { get; private init; }

    /// <summary>errno on Linux and macOS, the number of winerror.h on Windows; 0 when no error decided the outcome.</summary>
    public int ErrorNumber { get; private init; }

    /// <summary>The ids of processes that go on with the file that was replaced, as far as known; null when none had it loaded.</summary>
    internal IReadOnlyList<int>? UsedBy { get; init; }

    internal static CloneOutcome Cloned(long bytes) => new() { Kind = OutcomeKind.Cloned, Bytes = bytes };

    /// <summary>A clone of the cache's entry for the source.</summary>
    internal static CloneOutcome ClonedFromCache(long bytes) => new() { Kind = OutcomeKind.ClonedFromCache, Bytes = bytes };

    internal static CloneOutcome Copied(Reason reason, long bytes, int errorNumber = 0) =>
        new() { Kind = OutcomeKind.Copied, Reason = reason, Bytes = bytes, ErrorNumber = errorNumber };

    internal static CloneOutcome NotHandled(Reason reason, int errorNumber = 0) =>
        new() { Kind = OutcomeKind.NotHandled, Reason = reason, ErrorNumber = errorNumber };

    /// <summary>The outcome for the Copy task's record where the task itself reports the file as an error.</summary>
    internal CloneOutcome AsFailed() => this with { Kind = OutcomeKind.Failed };

    /// <summary>Whether the destination shares its blocks with another file.</summary>
    public bool IsClone => Kind is OutcomeKind.Cloned or OutcomeKind.ClonedFromCache;

    /// <summary>
    /// Whether the content was copied. Where .NET or the system copied it, it may have cloned, and does not report it. Neither a clone nor
    /// a copy: nothing was done, and nothing was left behind.
    /// </summary>
    public bool IsCopy => Kind == OutcomeKind.Copied;

    /// <summary>Describes the outcome for people: "cloned, 12 bytes", or "not cloned: destination exists (error 17)".</summary>
    /// <returns>A few words, which begin in lower case.</returns>
    public override string ToString() =>
        Kind == OutcomeKind.None ? "nothing done"
        : (IsClone ? "cloned" : $"{(IsCopy ? "copied" : "not cloned")}: {ReasonText.Of(Reason)}")
            + (IsClone || IsCopy ? $", {Bytes} bytes" : string.Empty) + (ErrorNumber == 0 ? string.Empty : $" (error {ErrorNumber})");
}
