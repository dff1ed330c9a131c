using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Output;

/// <summary>Mounted volumes whose file system clones, going by its name: suggestions, not proofs.</summary>
internal static class CloningVolumes
{
    /// <summary>The words after "a volume that clones": which volumes are here, or which kind would do.</summary>
    internal static string Candidates() => Find() is { Count: > 0 } volumes ? $", such as {Words.Some(volumes)}"
        : OperatingSystem.IsWindows() ? " (no drive letter of this machine is one; Settings > System > Storage > Advanced storage settings "
            + "> Disks & volumes creates a Dev Drive)"
        : OperatingSystem.IsMacOS() ? " (APFS)"
        : " (btrfs, or xfs with reflink; none is mounted here)";

    internal static string HowToMove()
    {
        string section = OperatingSystem.IsWindows() ? "windows-and-dev-boxes" : "a-volume-in-a-file";
        return $"Move the repository to a volume that clones{Candidates()}. How to create one: "
            + $"{Documentation.PathOf(Path.Combine("docs", "guide", "ci.md"))}#{section}";
    }

    internal static IReadOnlyList<string> ThatClone(IEnumerable<(string Point, string FileSystem)> mounted) =>
        [.. mounted.Where(volume => Volume.IsExpectedToClone(volume.FileSystem))
            .Select(volume => $"{volume.Point} ({volume.FileSystem})")
            .Distinct(StringComparer.Ordinal)];

    private static IReadOnlyList<string> Find() => ThatClone(OperatingSystem.IsWindows()
        ? DriveInfo.GetDrives().Where(drive => drive is { DriveType: DriveType.Fixed, IsReady: true })
            .Select(drive => (drive.Name, drive.DriveFormat))
        : Mount.All().Where(mount => !mount.IsReadOnly && Directory.Exists(mount.Point)).Select(mount => (mount.Point, mount.FileSystem)));
}
