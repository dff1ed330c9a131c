namespace CopyOnWrite;

/// <summary>When a call clones.</summary>
internal enum CloneMode
{
    /// <summary>Where that is the fastest way to the same file: the tasks.</summary>
    Fastest,

    /// <summary>The same, and also where the system's own copy would clone, but would not tell.</summary>
    Explicit,

    /// <summary>Every file, whatever is remembered of its volume; a file that cannot be cloned is not handled.</summary>
    Required,
}
