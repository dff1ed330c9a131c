using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>An image's file system, by its superblock, and the loop devices that hold the image, by sysfs.</summary>
internal static class ImageFile
{
    private const string Devices = "/sys/block";

    // Where the superblock lies, its magic, and its UUID: fs/xfs/libxfs/xfs_format.h (xfs_dsb), include/uapi/linux/btrfs_tree.h
    // (btrfs_super_block), BTRFS_SUPER_INFO_OFFSET.
    private static readonly (string FileSystem, byte[] Magic, long AtMagic, long AtUuid)[] s_superblocks =
    [
        ("xfs", "XFSB"u8.ToArray(), 0, 32),
        ("btrfs", "_BHRfS_M"u8.ToArray(), 0x10040, 0x10020),
    ];

    /// <summary>"xfs" or "btrfs" and the UUID as mkfs takes it; null for anything else.</summary>
    internal static (string FileSystem, string Uuid)? Read(string image)
    {
        using SafeFileHandle file = File.OpenHandle(image, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        foreach ((string fileSystem, byte[] magic, long atMagic, long atUuid) in s_superblocks)
        {
            if (Bytes(file, atMagic, magic.Length).SequenceEqual(magic))
            {
                return (fileSystem, new Guid(Bytes(file, atUuid, 16), bigEndian: true).ToString());
            }
        }

        return null;
    }

    internal static IReadOnlyList<string> LoopDevices(string image) => !Directory.Exists(Devices) ? [] :
    [
        .. Directory.EnumerateDirectories(Devices, "loop*")
            .Select(folder => $"/dev/{Path.GetFileName(folder)}")
            .Where(device => Behind(device) == image),
    ];

    /// <summary>The image behind a loop device; null for anything else.</summary>
    internal static string? Behind(string device)
    {
        try
        {
            return File.ReadAllText($"{Devices}/{Path.GetFileName(device)}/loop/backing_file").TrimEnd('\n');
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;    // No loop device, or one that was freed in this moment.
        }
    }

    private static byte[] Bytes(SafeFileHandle file, long offset, int count)
    {
        byte[] bytes = new byte[count];
        return RandomAccess.Read(file, bytes, offset) == count ? bytes : [];
    }
}
