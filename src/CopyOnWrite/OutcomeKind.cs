namespace CopyOnWrite;

/// <summary>What became of one file.</summary>
public enum OutcomeKind
{
    /// <summary>Nothing was done.</summary>
    None,

    /// <summary>The destination shares its blocks with the source.</summary>
    Cloned,

    /// <summary>The destination shares its blocks with the cache's entry for the source.</summary>
    ClonedFromCache,

    /// <summary>The destination is a full copy; the <see cref="Reason"/> says why it is no clone.</summary>
    Copied,

    /// <summary>Nothing was done and nothing was left behind; the <see cref="Reason"/> says why. The caller has another way.</summary>
    NotHandled,
}
