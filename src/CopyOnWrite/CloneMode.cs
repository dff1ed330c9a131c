namespace CopyOnWrite;

/// <summary>When a call clones.</summary>
internal enum CloneMode
{
    /// <summary>Clones where that is the fastest way to the same file. The tasks use this.</summary>
    Fastest,
    /// <summary>Like <see cref="Fastest"/>, but clones explicitly even where the system copy may clone silently.</summary>
    Explicit,
    /// <summary>Clones files of any length; a file that cannot be cloned is not handled.</summary>
    Required,
}
