using System.Globalization;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>An image: its file system, the loop devices that hold it, and where it is mounted.</summary>
internal static class LoopImage
{
    // 'loop': the kernel frees the device at umount (LO_FLAGS_AUTOCLEAR, mount(8)), also if this process is killed in between. The others
    // as udisks: the image is the user's, who could write into it a program that runs as root, or a device.
    private const string Options = "loop,nosuid,nodev";
    private const string Devices = "/sys/block";

    // The kernel frees a loop device when its last user is gone, which can be a moment after umount returned.
    private static readonly TimeSpan s_longestRelease = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(50);

    /// <summary>Of xfs or btrfs, as mkfs takes it; null for anything else.</summary>
    internal static string? UuidOf(string image)
    {
        // Where the superblock lies, its magic, and its UUID: fs/xfs/libxfs/xfs_format.h (xfs_dsb), include/uapi/linux/btrfs_tree.h
        // (btrfs_super_block), BTRFS_SUPER_INFO_OFFSET.
        using SafeFileHandle file = File.OpenHandle(image, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        return Bytes(file, 0, 4).SequenceEqual("XFSB"u8) ? Uuid(file, 32)
            : Bytes(file, 0x10040, 8).SequenceEqual("_BHRfS_M"u8) ? Uuid(file, 0x10020)
            : null;
    }

    internal static string[] LoopDevices(string image) => !Directory.Exists(Devices) ? [] :
    [
        .. Directory.EnumerateDirectories(Devices, "loop*")
            .Select(folder => $"/dev/{Path.GetFileName(folder)}")
            .Where(device => Behind(device) == image),
    ];

    /// <summary>The folders that an image is mounted on.</summary>
    internal static string[] PlacesOf(string image) =>
        [.. Mount.All().Where(mount => Behind(mount.Source) == image).Select(mount => mount.Point)];

    /// <summary>The image behind a loop device; null for anything else.</summary>
    internal static string? Behind(string device)
    {
        try
        {
            return !device.StartsWith("/dev/loop", StringComparison.Ordinal) ? null
                : File.ReadAllText($"{Devices}/{Path.GetFileName(device)}/loop/backing_file").TrimEnd('\n');
        }
        catch (IOException)
        {
            return null;    // One that holds no image, or that was freed in this moment.
        }
    }

    internal static string MountCommand(string sudo, string image, string folder, string fileSystem) =>
        $"{sudo}mount -t {fileSystem} -o {Options} {ShellText.Argument(image)} {ShellText.Argument(folder)}";

    /// <summary>With nofail: the machine starts without the volume if its image is gone (systemd.mount(5)).</summary>
    internal static string FstabLine(string image, string folder, string fileSystem) =>
        $"{Escape(image)} {Escape(folder)} {fileSystem} {Options},nofail 0 0";

    /// <summary>Nothing where it is not mounted there.</summary>
    internal static async Task UnmountAsync(Programs programs, string sudo, string image, string folder)
    {
        string word = ShellText.Argument(folder);
        if (PlacesOf(image).Contains(folder) && await programs.TryAsync($"{sudo}umount {word}") is { ExitCode: not 0 } failed)
        {
            throw new BadInputException(
                $"{folder} is in use, so it stays: {failed.LastLine}. `sudo fuser -vm {word}` names the programs that use it, "
                + $"`findmnt -R {word}` what is mounted on it. End that, then run this again.",
                "COW1051");
        }

        await RequireFreeAsync(image);
    }

    internal static async Task RequireFreeAsync(string image)
    {
        DateTime last = DateTime.UtcNow + s_longestRelease;
        while (LoopDevices(image).Length > 0 && DateTime.UtcNow < last)
        {
            await Task.Delay(s_look);
        }

        if (LoopDevices(image) is [{ } held, ..])
        {
            throw new BadInputException(
                $"{image} is in use by {held}, and not mounted here: maybe it is in a container. End that, or, if nothing uses it, run: "
                + $"sudo losetup -d {held}",
                "COW1051");
        }
    }

    private static string Uuid(SafeFileHandle file, long offset) => new Guid(Bytes(file, offset, 16), bigEndian: true).ToString();

    private static ReadOnlySpan<byte> Bytes(SafeFileHandle file, long offset, int count)
    {
        byte[] bytes = new byte[count];
        return RandomAccess.Read(file, bytes, offset) == count ? bytes : [];
    }

    // As fstab(5) has it: a field ends at a blank.
    private static string Escape(string path) => string.Concat(path.Select(c => c is ' ' or '\\' or '#'
        ? "\\" + Convert.ToString(c, 8).PadLeft(3, '0')
        : c.ToString(CultureInfo.InvariantCulture)));
}
