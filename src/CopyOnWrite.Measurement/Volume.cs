namespace CopyOnWrite.Measurement;

/// <summary>The file system that a folder lies in.</summary>
/// <param name="FileSystem">The system's name for it: "ext4", "NTFS".</param>
/// <param name="FreeBytes">Free for an ordinary user; root may have more.</param>
/// <param name="Identity">
/// The system's own number: the same text means one volume. btrfs gives every subvolume another, though clones are possible between them;
/// on Windows a copy of a virtual disk has the same, on macOS the volumes of system and data have one, between which nothing is cloned.
/// </param>
public sealed record Volume(string Folder, string FileSystem, long FreeBytes, long TotalBytes, string Identity)
{
    /// <summary>
    /// Whether the file system's name promises clones. A guess: xfs may lack reflink, and zfs, nfs, cifs and overlayfs depend on what is
    /// below, so they are not expected to. Only a trial knows.
    /// </summary>
    public static bool IsExpectedToClone(string fileSystem) =>
        fileSystem is "btrfs" or "xfs" or "bcachefs" or "ocfs2" or "ReFS" or "apfs";

    /// <summary>The volume of the folder, or of the file's folder; links are followed.</summary>
    /// <exception cref="IOException">The system does not report it.</exception>
    public static Volume At(string path)
    {
        string folder = Directory.Exists(path) ? Path.GetFullPath(path) : Path.GetDirectoryName(Path.GetFullPath(path))!;
        if (OperatingSystem.IsWindows())
        {
            // DriveInfo would answer for the path's root.
            return WindowsVolume.At(folder, out _);
        }

        var drive = new DriveInfo(folder);
        return new Volume(folder, drive.DriveFormat, drive.AvailableFreeSpace, drive.TotalSize, DeviceOf(folder));
    }

    /// <summary>The device's number, which 0 is not. Each subvolume of btrfs has another.</summary>
    internal static string DeviceOf(string path) =>
        FileCloner.Shared.Platform.TryStat(path, out FileStat seen) && seen.Identity.Volume is > 0 and var device
            ? $"{device}" : throw new IOException($"{path} cannot be looked at.");

    /// <summary>Waits until everything that was written is on the disks of all volumes.</summary>
    public static void WriteBackAll()
    {
        if (OperatingSystem.IsLinux())
        {
            // Twice: what the first call writes to a loop device is in the page cache of the image's volume, which may be synced already.
            LinuxInterop.Sync();
            LinuxInterop.Sync();
        }
    }
}
