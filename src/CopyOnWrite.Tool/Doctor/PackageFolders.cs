namespace CopyOnWrite.Tool.Doctor;

/// <summary>Where to put the package cache so that it is on the repository's volume.</summary>
internal static class PackageFolders
{
    private const string Name = ".nuget-packages";

    /// <summary>
    /// The commands that choose it: beside the outermost git working tree, where several repositories can share it; where that is another
    /// volume or not writable, in the repository, with a .gitignore.
    /// </summary>
    internal static IEnumerable<string> Choose(string repository)
    {
        // A volume that is mounted in a working tree is in it, too. .git is a file in worktrees and submodules.
        string tree = Folders.Above(repository).Prepend(repository)
            .LastOrDefault(folder => Path.Exists(Path.Combine(folder, ".git")), repository);
        return Path.GetDirectoryName(tree) is { } beside && VolumeIdentity.Of(beside) == VolumeIdentity.Of(repository) && IsWritable(beside)
            ? ShellText.SetVariable("NUGET_PACKAGES", Path.Combine(beside, Name))
            : Inside(repository);
    }

    internal static IEnumerable<string> Inside(string repository)
    {
        string inside = Path.Combine(repository, Name);
        string create = $"mkdir {(OperatingSystem.IsWindows() ? "-Force" : "-p")} {ShellText.Argument(inside)}";
        return [create, ShellText.WriteFile(Path.Combine(inside, ".gitignore"), "*"), .. ShellText.SetVariable("NUGET_PACKAGES", inside)];
    }

    /// <summary>By a trial clone, whether it succeeds or the volume cannot clone.</summary>
    private static bool IsWritable(string folder) => FileCloner.Shared.ProbeClone(folder, folder)
        is { Reason: not (Reason.AccessDenied or Reason.SourceMissing or Reason.OtherError) };
}
