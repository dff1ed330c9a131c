using CopyOnWrite.Windows;

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
            return OfWindows(folder, out _);
        }

        var drive = new DriveInfo(folder);
        return new Volume(folder, drive.DriveFormat, drive.AvailableFreeSpace, drive.TotalSize, DeviceOf(folder));
    }

    /// <summary>The device's number, which 0 is not. Each subvolume of btrfs has another.</summary>
    internal static string DeviceOf(string path) =>
        FileCloner.Shared.Platform.TryStat(path, out FileStat seen) && seen.Identity.Volume is > 0 and var device
            ? $"{device}" : throw new IOException($"The volume of {path} cannot be determined.");

    /// <summary>Queries a handle: DriveInfo answers for the path's root, but a folder or a link may lead to another volume.</summary>
    internal static unsafe Volume OfWindows(string path, out long clusterBytes)
    {
        var calls = new Win32Calls();
        int error = OpenedFile.ForAttributes(calls, Path.GetFullPath(path), out nint file);
        if (error != 0)
        {
            throw LinuxInterop.Failure("CreateFile", path, error);
        }

        // FAT and old servers have no number in 64 bits, and no clones.
        using var opened = new OpenedFile(calls, file);
        Win32Native.FILE_ID_INFO id;
        bool hasId = calls.GetFileInformation(file, Win32Native.FileIdInfo, &id, sizeof(Win32Native.FILE_ID_INFO)) == 0;
        error = calls.GetVolumeFlags(file, out _, out string name);
        Win32Native.FILE_FS_SIZE_INFORMATION size = default;
        error = error != 0 ? error : calls.GetVolumeSize(file, out size);
        if (error != 0)
        {
            throw LinuxInterop.Failure("Reading the volume of", path, error);
        }

        clusterBytes = size.ClusterBytes;
        return new Volume(
            path, name, size.AvailableAllocationUnits * clusterBytes, size.TotalAllocationUnits * clusterBytes,
            hasId ? $"{id.VolumeSerialNumber:X16}" : Path.GetPathRoot(Path.GetFullPath(path))!);
    }

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
