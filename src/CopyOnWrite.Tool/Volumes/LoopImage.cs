using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>An image: its file system, the loop devices that hold it, and where it is mounted.</summary>
internal static class LoopImage
{
    private const string Devices = "/sys/block";
    private const int MostLinks = 40;    // As the kernel: path_resolution(7).

    // The kernel frees a loop device when its last user is gone, which can be a moment after umount returned.
    private static readonly TimeSpan s_longestRelease = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_pollInterval = TimeSpan.FromMilliseconds(50);

    /// <summary>Whether the image's superblock has this UUID.</summary>
    internal static bool HasUuid(string image, string fileSystem, Guid uuid)
    {
        // fs/xfs/libxfs/xfs_format.h (xfs_dsb); include/uapi/linux/btrfs_tree.h (btrfs_super_block), BTRFS_SUPER_INFO_OFFSET.
        int offset = fileSystem == "xfs" ? 32 : 0x10020;
        byte[] found = new byte[16];
        using SafeFileHandle file = File.OpenHandle(image, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        return RandomAccess.Read(file, found, offset) == found.Length && new Guid(found, bigEndian: true) == uuid;
    }

    /// <summary>The folders that an image is mounted on.</summary>
    internal static string[] PlacesOf(string image) =>
        [.. Mount.All().Where(mount => Mount.ImageBehind(mount.Source) == image).Select(mount => mount.Point)];

    /// <summary>The path that the kernel shows: without symbolic links. What does not exist yet stays as it is.</summary>
    internal static string RealPath(string path, int links = MostLinks)
    {
        path = Path.TrimEndingDirectorySeparator(Path.GetFullPath(path));
        if (Path.GetDirectoryName(path) is not { } above)
        {
            return path;
        }

        string folder = RealPath(above, links);
        path = Path.Combine(folder, Path.GetFileName(path));
        return links > 0 && new FileInfo(path).LinkTarget is { } target ? RealPath(Path.Combine(folder, target), links - 1) : path;
    }

    internal static bool IsEmpty(string folder) => !Directory.EnumerateFileSystemEntries(folder).Any();

    /// <summary>Does nothing where it is not mounted there.</summary>
    internal static async Task UnmountAsync(Programs programs, string sudo, string image, string folder)
    {
        string word = ShellText.Argument(folder);
        try
        {
            if (PlacesOf(image).Contains(folder))
            {
                await programs.RunAsync($"{sudo}umount {word}");
            }
        }
        catch (BadInputException e)
        {
            throw new BadInputException(
                $"{folder} is in use, so it stays: {e.Message} `sudo fuser -vm {word}` names the programs that use it, "
                + $"`findmnt -R {word}` what is mounted on it. End that, then run this again.",
                "COW1051");
        }

        DateTime last = DateTime.UtcNow + s_longestRelease;
        while (!programs.IsDry && DeviceOf(image) is { } held)
        {
            if (DateTime.UtcNow > last)
            {
                throw new BadInputException(
                    $"{image} is in use by {held}, and not mounted here: maybe it is in a container. End that, or, if nothing uses it, "
                    + $"run: sudo losetup -d {held}",
                    "COW1051");
            }

            await Task.Delay(s_pollInterval);
        }
    }

    private static string? DeviceOf(string image) => !Directory.Exists(Devices) ? null
        : Directory.EnumerateDirectories(Devices, "loop*").Select(folder => $"/dev/{Path.GetFileName(folder)}")
            .FirstOrDefault(device => Mount.ImageBehind(device) == image);
}
