using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading;
using System.Threading.Tasks;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>The machine that volumes are made on.</summary>
/// <param name="Owner">Whose the volume is, as chown takes it: the user's, and with `sudo dotnet cow` that of who called it.</param>
internal sealed partial record VolumeSystem(Programs Programs, string Fstab, bool IsRoot, string Owner)
{
    private const string Library = "libc";
    private const int MostLinks = 40;    // As the kernel: path_resolution(7).
    private const string Root = "0";

    /// <summary>
    /// What runs a command as the owner. For programs that do what a file of the owner's says: after sudo they would do it as root.
    /// </summary>
    internal string[] AsOwner => IsRoot && Owner.Split(':')[0] is not Root and var user && Programs.Find("sudo") is not null
        ? ["sudo", "-n", "-H", "-u", $"#{user}"]
        : [];

    internal static VolumeSystem Current()
    {
        uint user = GetEffectiveUserId();
        string? byUser = Environment.GetEnvironmentVariable("SUDO_UID");
        string? byGroup = Environment.GetEnvironmentVariable("SUDO_GID");
        bool bySudo = user == 0 && uint.TryParse(byUser, out _) && uint.TryParse(byGroup, out _);
        return new VolumeSystem(
            Programs.OfUser(),
            "/etc/fstab",
            user == 0,
            bySudo ? $"{byUser}:{byGroup}" : $"{user}:{GetEffectiveGroupId()}");
    }

    /// <summary>The path that the kernel knows: no link on the way. What does not exist yet stays as it is.</summary>
    internal static string RealPath(string path) => path.Length == 0
        ? throw new BadInputException("A path is empty. Name the volume's folder, or its image.")
        : OperatingSystem.IsWindows()
        ? Path.TrimEndingDirectorySeparator(Path.GetFullPath(path))
        : RealPath(Path.GetFullPath(path), MostLinks);

    private static string RealPath(string path, int links)
    {
        path = Path.TrimEndingDirectorySeparator(path);
        if (Path.GetDirectoryName(path) is not { } above)
        {
            return path;
        }

        string here = Path.Combine(RealPath(above, links), Path.GetFileName(path));
        return links > 0 && new FileInfo(here).LinkTarget is { } target
            ? RealPath(Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, target)), links - 1)
            : here;
    }

    [LibraryImport(Library, EntryPoint = "geteuid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial uint GetEffectiveUserId();

    [LibraryImport(Library, EntryPoint = "getegid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial uint GetEffectiveGroupId();
}

/// <summary>How this user mounts: as root, by sudo, or by udisks, which lets the user of a desktop mount images.</summary>
internal sealed class Rights
{
    private readonly string[] _before;

    private Rights(bool byDesktop, params string[] before) => (ByDesktop, _before) = (byDesktop, before);

    /// <summary>udisks chooses where it mounts, and neither grows nor keeps anything.</summary>
    internal bool ByDesktop { get; }

    internal string[] AsRoot(params string[] command) => [.. _before, .. command];

    /// <param name="dry">Nothing is run, so that sudo is taken where it is installed.</param>
    internal static async Task<Rights> FindAsync(VolumeSystem system, bool dry, CancellationToken cancel)
    {
        if (system.IsRoot)
        {
            return new Rights(false);
        }

        // A terminal can be asked for the password, by sudo itself; a script or a pipeline is not kept waiting for one.
        bool sudo = system.Programs.Find("sudo") is not null;
        if (sudo && (dry || (await system.Programs.TryAsync(["sudo", "-n", "true"], cancel)).ExitCode == 0
            || (!Console.IsInputRedirected && (await system.Programs.TryAsync(["sudo", "-v"], cancel)).ExitCode == 0)))
        {
            return new Rights(false, "sudo");
        }

        return system.Programs.Find("udisksctl") is not null ? new Rights(true)
            : dry ? new Rights(false, "sudo")    // Commands for a user who may run them.
            : throw new BadInputException(
                "Mounting needs root, "
                + (sudo ? "and sudo does not let this user in without a password. Run `sudo -v` first, or run this as root."
                    : "and neither sudo nor udisksctl is installed. Run this as root, or install sudo."),
                "COW1041");
    }
}
