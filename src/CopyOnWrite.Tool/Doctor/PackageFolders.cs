using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>Where to put the package cache so that it is on the repository's volume.</summary>
internal static class PackageFolders
{
    private const string Name = ".nuget-packages";

    /// <summary>
    /// The commands that choose it. Beside the repository, where several can share it, and outside of any git working tree; where the
    /// volume has no such place, inside of it, with a .gitignore.
    /// </summary>
    internal static IEnumerable<string> Choose(string repository) =>
        Outside(repository) is { } above ? ShellText.SetVariable("NUGET_PACKAGES", Path.Combine(above, Name)) : Inside(repository);

    internal static IEnumerable<string> Inside(string repository)
    {
        string inside = Path.Combine(repository, Name);
        string create = $"mkdir {(OperatingSystem.IsWindows() ? "-Force" : "-p")} {ShellText.Argument(inside)}";
        return [create, ShellText.WriteFile(Path.Combine(inside, ".gitignore"), "*"), .. ShellText.SetVariable("NUGET_PACKAGES", inside)];
    }

    /// <summary>The nearest folder above it that is in no working tree, on its volume, and may be written to.</summary>
    private static string? Outside(string repository)
    {
        string volume = VolumeIdentity.Of(repository);
        string? found = null;
        for (string? folder = Path.GetDirectoryName(repository); folder is not null; folder = Path.GetDirectoryName(folder))
        {
            // A working tree has all that is below it, volumes that are mounted there too: what was found so far is in it. Its .git is a
            // file in worktrees and submodules.
            found = Path.Exists(Path.Combine(folder, ".git")) ? null
                : found ?? (VolumeIdentity.Of(folder) == volume && IsWritable(folder) ? folder : null);
        }

        return found;
    }

    /// <summary>By a file that is cloned there; whether it could be is another question.</summary>
    private static bool IsWritable(string folder) => FileCloner.ForThisSystem()?.ProbeClone(folder, folder)
        is { Reason: not (Reason.AccessDenied or Reason.SourceMissing or Reason.OtherError) };
}
