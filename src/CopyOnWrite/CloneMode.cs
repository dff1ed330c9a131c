namespace CopyOnWrite;

/// <summary>When a call clones.</summary>
internal enum CloneMode
{
    /// <summary>Clones where that is the fastest way to the same file. The tasks use this.</summary>
    Fastest,

    /// <summary>The same, and also where the system's own copy may clone but does not report it.</summary>
    Explicit,

    /// <summary>Tries to clone every file, whatever is remembered of its volume; a file that cannot be cloned is not handled.</summary>
    Required,
}
