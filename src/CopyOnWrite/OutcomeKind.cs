namespace CopyOnWrite;

/// <summary>What was done with one file.</summary>
public enum OutcomeKind
{
    /// <summary>Nothing was done.</summary>
    None,

    /// <summary>The destination shares its blocks with the source.</summary>
    Cloned,

    /// <summary>
    /// The destination shares its blocks with the entry of the SDK's cross-volume cache for the source. Not from the library.
    /// </summary>
    ClonedFromCache,

    /// <summary>
    /// The content was copied; the <see cref="Reason"/> says why it was not cloned. Where .NET or the system copied it, it may have cloned,
    /// and does not report it.
    /// </summary>
    Copied,

    /// <summary>Nothing was done and nothing was left behind; the <see cref="Reason"/> says why. The caller has another way.</summary>
    NotHandled,
}
