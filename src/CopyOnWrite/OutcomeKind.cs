namespace CopyOnWrite;

/// <summary>What was done with one file.</summary>
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
}
