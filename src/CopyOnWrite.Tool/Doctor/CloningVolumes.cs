using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Fixes;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>Mounted volumes whose file system clones, going by its name: to name a place to go to, not to prove anything.</summary>
internal static class CloningVolumes
{
    private const int MostNamed = 3;

    /// <summary>What follows "a volume that clones": which are here, or which kind it would be.</summary>
    internal static string Candidates() => Find() is { Count: > 0 } volumes ? $", here {Named(volumes)}"
        : OperatingSystem.IsWindows() ? " (ReFS, such as a Dev Drive; none is here)"
        : OperatingSystem.IsMacOS() ? " (APFS)"
        : " (btrfs, or xfs with reflink; none is mounted here)";

    /// <summary>A step for a repository whose volume cannot clone: to a volume that is here, else to one that the tool creates.</summary>
    internal static FixStep HowToMove(string repository) =>
        Find().Count > 0 || !(OperatingSystem.IsLinux() || OperatingSystem.IsWindows())
            ? new FixStep($"Move the repository to a volume that clones{Candidates()}.")
            : HowToCreate(repository, Environment.GetFolderPath(Environment.SpecialFolder.UserProfile));

    /// <summary>The repository is copied: a volume of its own is no reason to delete what the user has.</summary>
    internal static CommandStep HowToCreate(string repository, string home)
    {
        string folder = Enumerable.Range(1, int.MaxValue)
            .Select(i => Path.Combine(home, i == 1 ? "clones" : $"clones-{i}"))
            .First(free => !Path.Exists(free) && !Path.Exists(free + ".img") && !Path.Exists(free + ".vhdx"));
        (string from, string to) = (ShellText.Argument(repository), ShellText.Argument(folder));
        return new CommandStep(ShellText.Line(
        [
            $"dotnet cow volume create {to}",
            OperatingSystem.IsWindows() ? $"Copy-Item -Recurse -Force {from} {to}" : $"cp -a {from} {to}/",
        ]));
    }

    internal static string Named(IReadOnlyList<string> volumes) => string.Join(" or ", volumes.Take(MostNamed))
        + (volumes.Count > MostNamed ? $" or one of {volumes.Count - MostNamed} more" : string.Empty);

    private static IReadOnlyList<string> Find() => OperatingSystem.IsWindows() ? OnWindows() : OperatingSystem.IsLinux() ? OnLinux() : [];

    private static IReadOnlyList<string> OnWindows() =>
        [.. DriveInfo.GetDrives()
            .Where(drive => drive is { DriveType: DriveType.Fixed, IsReady: true, DriveFormat: "ReFS" })
            .Select(drive => $"{drive.Name} (ReFS)")];

    private static IReadOnlyList<string> OnLinux() =>
    [
        .. Mount.All()
            .Where(mount => mount.FileSystem is "btrfs" or "xfs" or "bcachefs" && !mount.IsReadOnly && Directory.Exists(mount.Point))
            .Select(mount => $"{mount.Point} ({mount.FileSystem})")
            .Distinct(StringComparer.Ordinal),
    ];
}
