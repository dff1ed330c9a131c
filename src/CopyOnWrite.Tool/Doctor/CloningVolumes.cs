using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Doctor;

/// <summary>Mounted volumes whose file system clones, going by its name: to name a place to go to, not to prove anything.</summary>
internal static class CloningVolumes
{
    /// <summary>What follows "a volume that clones": which are here, or which kind it would be.</summary>
    internal static string Candidates() => Find() is { Count: > 0 } volumes ? $", here {string.Join(" or ", volumes)}"
        : OperatingSystem.IsWindows() ? " (ReFS, such as a Dev Drive; none is here)"
        : OperatingSystem.IsMacOS() ? " (APFS)"
        : " (btrfs, or xfs with reflink; none is mounted here)";

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
