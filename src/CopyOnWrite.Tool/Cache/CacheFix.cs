namespace CopyOnWrite.Tool.Cache;

/// <summary>What to do about each <see cref="CacheProblem"/>.</summary>
internal static class CacheFix
{
    internal static string Of(string folder, CacheProblem problem) => problem switch
    {
        CacheProblem.NotACache =>
            "Set CopyOnWriteCachePath to a folder that is empty or does not exist yet, or move this folder's files elsewhere.",
        // Chosen by the user, whose file it may be.
        CacheProblem.Link or CacheProblem.NotAFolder when Path.GetFileName(folder) != CacheFiles.DefaultFolder =>
            "Set CopyOnWriteCachePath to a folder that is empty or does not exist yet.",
        CacheProblem.OnAnotherVolume => "Set CopyOnWriteCachePath to a folder on the volume of the outputs, or remove it.",
        _ when CacheProblemText.StepAsOwner(problem, FileCloner.Shared, folder) is { } step => step,
        _ => OperatingSystem.IsWindows() ? OnWindows(folder, problem) : OnUnix(ShellText.Quote(folder), problem),
    };

    // What others may have written into it is deleted.
    private static string OnUnix(string folder, CacheProblem problem) => problem switch
    {
        CacheProblem.Link or CacheProblem.NotAFolder => Fix.Run($"rm {folder}"),
        CacheProblem.WritableByOthers => Fix.Run($"rm -r {folder}"),
        CacheProblem.WrongOwner => Fix.Run($"sudo rm -r {folder}"),
        _ => Fix.Run($"chmod u+rwx {folder}"),
    };

    // A folder that a user creates inherits who may write to it; the task creates it for its user alone.
    private static string OnWindows(string folder, CacheProblem problem) => problem switch
    {
        CacheProblem.NotAFolder or CacheProblem.Link or CacheProblem.WritableByOthers or CacheProblem.WrongOwner =>
            $"Delete {folder}{(problem == CacheProblem.WrongOwner ? ", as an administrator" : string.Empty)}. The next build creates the "
            + "folder with its own access list.",
        _ => $"Give your account full access to {folder}.",
    };
}
