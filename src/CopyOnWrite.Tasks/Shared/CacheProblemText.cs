namespace CopyOnWrite.Tasks;

/// <summary>The words for each <see cref="CacheProblem"/>.</summary>
internal static class CacheProblemText
{
    /// <summary>The code of its page.</summary>
    public static string CodeOf(CacheProblem problem) => problem switch
    {
        CacheProblem.OnAnotherVolume => "COW1007",
        CacheProblem.NotACache => "COW1010",
        _ => "COW1006",
    };

    /// <summary>The problem, in words that follow "the folder".</summary>
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

    /// <summary>The advice, without a period; null if only the page has it.</summary>
    public static string? StepOf(CacheProblem problem, Platform platform, string folder) => problem switch
    {
        CacheProblem.OnAnotherVolume => "Set CopyOnWriteCachePath to a folder on the volume of the outputs, or remove it",
        CacheProblem.NotACache => "Set CopyOnWriteCachePath to a folder that is empty or does not exist yet",

        // Below a folder of this user's.
        CacheProblem.WrongOwner when CacheFiles.IsDefaultFolder(folder)
            && CacheFolder.BelongsToUser(platform, Path.GetDirectoryName(folder)!) =>
            Path.DirectorySeparatorChar == '/' ? $"`sudo rm -r '{folder}'` removes it" : null,
        CacheProblem.WrongOwner or CacheProblem.OtherUsersRepository =>
            "Build as that user, or set CopyOnWriteCachePath to a folder of your own on this volume",
        _ => null,
    };

    /// <summary>Names the owner; empty on Windows, where an owner has no number.</summary>
    private static string OwnerOf(string folder, Platform platform) =>
        Path.DirectorySeparatorChar == '\\' || !platform.TryStat(folder, out FileStat seen) ? string.Empty
        : (uint)seen.Owner is var user and not 0 ? $" ({user})"
        : " (root)";
}
