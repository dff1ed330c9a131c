namespace CopyOnWrite.Tool.Volumes;

/// <summary>The machine that volumes are made on.</summary>
/// <param name="Caller">The user who called sudo, as chown takes it; null where this process is the user's own.</param>
internal sealed record VolumeSystem(Programs Programs, bool IsRoot, string? Caller)
{
    private const int MostLinks = 40;    // As the kernel: path_resolution(7).

    internal static VolumeSystem Current()
    {
        bool isRoot = Environment.IsPrivilegedProcess;
        return new VolumeSystem(
            Programs.OfUser(),
            isRoot,
            isRoot && uint.TryParse(Environment.GetEnvironmentVariable("SUDO_UID"), out uint user)
                && uint.TryParse(Environment.GetEnvironmentVariable("SUDO_GID"), out uint group) ? $"{user}:{group}" : null);
    }

    /// <summary>What comes before a command that needs root.</summary>
    /// <param name="dry">Nothing is run: the commands are for a user who may run them.</param>
    internal async Task<string[]> FindSudoAsync(bool dry)
    {
        if (IsRoot || dry)
        {
            return IsRoot ? [] : ["sudo"];
        }

        // A terminal can be asked for the password, by sudo itself; a script or a pipeline is not kept waiting for one.
        bool isInstalled = Programs.Find("sudo") is not null;
        return isInstalled && ((await Programs.TryAsync("sudo", "-n", "true")).ExitCode == 0
                || (!Console.IsInputRedirected && (await Programs.TryAsync("sudo", "-v")).ExitCode == 0))
            ? ["sudo"]
            : throw new BadInputException(
                "Mounting needs root, "
                + (isInstalled ? "and sudo does not let this user in without a password. Run `sudo -v` first, or run this as root."
                    : "and sudo is not installed. Run this as root, or install sudo."),
                "COW1041");
    }

    /// <summary>The path that the kernel knows: no link on the way. What does not exist yet stays as it is.</summary>
    internal static string RealPath(string path) => path.Length > 0
        ? RealPath(Path.GetFullPath(path), MostLinks)
        : throw new BadInputException("A path is empty. Name the volume's folder, or its image.");

    private static string RealPath(string path, int links)
    {
        path = Path.TrimEndingDirectorySeparator(path);
        if (Path.GetDirectoryName(path) is not { } above)
        {
            return path;
        }

        string folder = RealPath(above, links);
        string here = Path.Combine(folder, Path.GetFileName(path));
        return links > 0 && new FileInfo(here).LinkTarget is { } target ? RealPath(Path.GetFullPath(target, folder), links - 1) : here;
    }
}
