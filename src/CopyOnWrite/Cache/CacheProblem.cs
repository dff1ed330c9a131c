using System.IO;

namespace CopyOnWrite;

/// <summary>Why the cross-volume cache is not used, or not added to.</summary>
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

    /// <summary>Its volume cannot clone, so a cache there is of no use.</summary>
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

/// <summary>The words for each <see cref="CacheProblem"/>; they follow "the folder".</summary>
internal static class CacheProblemText
{
    public static string Of(CacheProblem problem, Platform platform, string folder) => problem switch
    {
        CacheProblem.OnAnotherVolume => "is not on the volume of the outputs, and volumes cannot share blocks",
        CacheProblem.NotAFolder => "is a file, or is a symbolic link, which could point to another user's files",
        CacheProblem.WrongOwner => $"belongs to another user{OwnerOf(folder, platform)}, who could change the files in it",
        CacheProblem.OtherUsersRepository =>
            $"is not created: its parent folder belongs to another user{OwnerOf(Path.GetDirectoryName(folder)!, platform)}, who could not "
            + "delete a cache of yours",
        CacheProblem.WritableByOthers => "can be written to by other users, who could change the files in it",
        CacheProblem.NotACache =>
            "contains files but no CACHEDIR.TAG of the cache (it may be another program's; nothing in it was changed)",
        CacheProblem.Inaccessible => "cannot be created or opened",
        CacheProblem.NearlyFull => "is on a volume that is nearly full",
        _ => "cannot be written to",
    };

    /// <summary>What to do where the folder is not this user's to delete; null for other problems.</summary>
    public static string? StepAsOwner(CacheProblem problem, Platform platform, string folder) =>
        problem == CacheProblem.OtherUsersRepository || (problem == CacheProblem.WrongOwner
            && !(Path.GetFileName(folder) == CacheFiles.DefaultFolder && CacheFolder.BelongsToUser(platform, Path.GetDirectoryName(folder)!)))
        ? "Build as that user, or set CopyOnWriteCachePath to a folder of your own on this volume."
        : null;

    /// <summary>On Windows empty: an owner there has no number.</summary>
    private static string OwnerOf(string folder, Platform platform) =>
        Path.DirectorySeparatorChar == '\\' || !platform.TryStat(folder, out FileStat seen) ? string.Empty
        : (uint)seen.Owner is var user and not 0 ? $" ({user})"
        : " (root)";
}
