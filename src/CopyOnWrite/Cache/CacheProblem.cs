namespace CopyOnWrite;

/// <summary>The reason why the cross-volume cache is not used, or not added to.</summary>
internal enum CacheProblem
{
    None,
    OnAnotherVolume,
    /// <summary>A file, or a link.</summary>
    NotAFolder,
    WrongOwner,
    /// <summary>The default folder would be made in another user's repository.</summary>
    OtherUsersRepository,
    WritableByOthers,
    /// <summary>The folder's volume cannot clone, so a cache there is of no use.</summary>
    CannotClone,
    /// <summary>It has files, but no tag that says that they are the cache's.</summary>
    NotACache,
    /// <summary>The folder cannot be made or opened; the error number says why.</summary>
    Inaccessible,
    /// <summary>No entry can be made, also as the folder was deleted; existing ones are used. The error number says why.</summary>
    NotWritable,
    /// <summary>No entry is made, so that builds do not run out of space; existing ones are used.</summary>
    NearlyFull,
}
