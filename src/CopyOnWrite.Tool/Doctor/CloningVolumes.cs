using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

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
        [.. DriveInfo.GetDrives().Where(drive => drive is { DriveType: DriveType.Fixed, IsReady: true, DriveFormat: "ReFS" }).Select(drive => $"{drive.Name} (ReFS)")];

    private static IReadOnlyList<string> OnLinux()
    {
        const string Table = "/proc/self/mountinfo";
        if (!File.Exists(Table))
        {
            return [];
        }

        // proc_pid_mountinfo(5): the mount point is the fifth field, the file system stands behind a lone dash.
        return [.. File.ReadAllLines(Table)
            .Select(line => line.Split(' '))
            .Select(fields => (Point: fields[4].Replace("\\040", " ", StringComparison.Ordinal), Options: fields[5], System: fields[Array.IndexOf(fields, "-") + 1]))
            .Where(mount => mount.System is "btrfs" or "xfs" or "bcachefs" && mount.Options.Split(',').Contains("rw") && Directory.Exists(mount.Point))
            .Select(mount => $"{mount.Point} ({mount.System})")
            .Distinct(StringComparer.Ordinal)];
    }
}
