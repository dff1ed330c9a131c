namespace CopyOnWrite.Tool.Clone;

/// <summary>What shows that a build works in the donor.</summary>
internal static class DonorChanges
{
    private static readonly string[] s_verbs = ["build", "clean", "msbuild", "pack", "publish", "restore", "test"];

    /// <exception cref="CommandFailedException">COW1042</exception>
    internal static void RequireNone(string donor, IEnumerable<TreeEntry> entries)
    {
        string? changed = RunningBuild(donor) is { } build ? $"{build} works in {donor}"
            : entries.FirstOrDefault(entry => entry.Kind == TreeEntryKind.Changed) is { } entry ? $"{Path.Join(donor, entry.Path)} changed"
            : null;
        if (changed is not null)
        {
            throw CloneCommand.Failure("COW1042", $"{changed}, so nothing was cloned. End builds there first.");
        }
    }

    /// <summary>
    /// While compilers run, a build may write nothing for a while. Known on Linux only, and by the command that a person started: MSBuild's
    /// nodes stay for 15 minutes, with and without work.
    /// </summary>
    private static string? RunningBuild(string folder) =>
        !OperatingSystem.IsLinux() ? null
        : Directory.EnumerateDirectories("/proc").Where(process => char.IsDigit(Path.GetFileName(process)[0]))
            .Select(process => Of(process, folder)).FirstOrDefault(found => found is not null);

    private static string? Of(string process, string folder)
    {
        try
        {
            string[] command = File.ReadAllText(Path.Join(process, "cmdline")).Split('\0', StringSplitOptions.RemoveEmptyEntries);
            if (command.Length < 2 || Path.GetFileName(command[0]) != "dotnet" || !s_verbs.Contains(command[1]))
            {
                return null;
            }

            // As the process sees them (proc_pid_cwd(5), proc_pid_root(5)): in a mount namespace or a container a path leads elsewhere.
            // A project or solution may be named from outside.
            string current = Path.Join(process, "cwd");
            return command[2..].Select(path => Path.Join(Path.IsPathRooted(path) ? Path.Join(process, "root") : current, path)).Append(current)
                .Any(path => Folders.IsIn(path, folder))
                ? $"`dotnet {command[1]}` (process {Path.GetFileName(process)})"
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null; // It has ended, or belongs to another user.
        }
    }
}
