using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Measurement;

/// <summary>The file system that a folder lies in.</summary>
public sealed class Volume
{
    // Larger than what any file system keeps in its metadata (btrfs: max_inline, at most a page), which is copied and not shared.
    private const int ProbeBytes = 128 * 1024;

    // APFS and HFS+ as Macs are formatted.
    private const int MacBlockBytes = 4096;

    private readonly string _folder;

    private Volume(string folder, string fileSystem, long freeBytes, long totalBytes, long clusterBytes)
    {
        _folder = folder;
        FileSystem = fileSystem;
        FreeBytes = freeBytes;
        TotalBytes = totalBytes;
        ClusterBytes = clusterBytes;
    }

    /// <summary>"ext" for ext2 to ext4, which share a magic number; the number itself in hexadecimal when it is not a known one.</summary>
    public string FileSystem { get; }

    /// <summary>Free for an ordinary user; root may have more.</summary>
    public long FreeBytes { get; }

    public long TotalBytes { get; }

    /// <summary>What the file system gives to files at once; below it a clone shares nothing, or is refused.</summary>
    public long ClusterBytes { get; }

    /// <summary>
    /// Going by the name. A guess: xfs may be made without reflink, and zfs, nfs, cifs and overlayfs clone or not by what is below them,
    /// so they are not expected to. <see cref="TryClone"/> knows.
    /// </summary>
    public bool ExpectedToClone => FileSystem is "btrfs" or "xfs" or "bcachefs" or "ocfs2" or "ReFS" or "apfs";

    public static unsafe Volume At(string path)
    {
        string folder = Directory.Exists(path) ? Path.GetFullPath(path) : Path.GetDirectoryName(Path.GetFullPath(path))!;
        if (OperatingSystem.IsWindows())
        {
            // DriveInfo would answer for the path's root.
            var volume = WindowsVolume.At(folder);
            return new Volume(folder, volume.FileSystem, volume.FreeBytes, volume.TotalBytes, volume.ClusterBytes);
        }

        if (!OperatingSystem.IsLinux())
        {
            var drive = new DriveInfo(folder);
            return new Volume(folder, drive.DriveFormat, drive.AvailableFreeSpace, drive.TotalSize, MacBlockBytes);
        }

        LinuxInterop.StatfsBuffer buffer;
        return LinuxInterop.Statfs(folder, &buffer) == 0
            ? new Volume(
                folder,
                NameOf((uint)buffer.Type),
                (long)(buffer.BlocksAvailable * buffer.BlockSize),
                (long)(buffer.Blocks * buffer.BlockSize),
                (long)buffer.BlockSize)
            : throw LinuxInterop.Failure("statfs", folder, Marshal.GetLastPInvokeError());
    }

    /// <summary>Waits until everything that was written is on the disks of all volumes.</summary>
    public static void WriteBackAll()
    {
        if (OperatingSystem.IsLinux())
        {
            // Twice: what the first one writes to a loop device is in the page cache of the image's volume, which may have had its turn.
            LinuxInterop.Sync();
            LinuxInterop.Sync();
        }
    }

    /// <summary>Waits until everything that was written to this volume is on its disk; other volumes are left in peace.</summary>
    public void WriteBack()
    {
        if (!OperatingSystem.IsLinux())
        {
            return;
        }

        // Any file will do: .NET opens no folders.
        string path = Path.Combine(_folder, $".cow-sync-{Guid.NewGuid():N}");
        using SafeFileHandle file = File.OpenHandle(
            path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, FileOptions.DeleteOnClose);
        if (LinuxInterop.SyncFileSystem(file) != 0)
        {
            throw LinuxInterop.Failure("syncfs", _folder, Marshal.GetLastPInvokeError());
        }
    }

    /// <summary>
    /// Clones a file there, and looks at the extents whether it is one. Elsewhere than on Linux: <see cref="ExpectedToClone"/>.
    /// </summary>
    /// <param name="why">A sentence's end for a log: what was seen, either way.</param>
    [SuppressMessage("Design", "CA1021:Avoid out parameters", Justification = "The Try pattern.")]
    public bool TryClone(out string why)
    {
        if (!OperatingSystem.IsLinux())
        {
            why = $"judged by its name, {FileSystem}: only Linux can verify a clone";
            return ExpectedToClone;
        }

        string source = Path.Combine(_folder, $".cow-probe-{Guid.NewGuid():N}");
        string clone = source + ".clone";
        try
        {
            return Probe(source, clone, out why);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            why = exception.Message;
            return false;
        }
        finally
        {
            File.Delete(source);
            File.Delete(clone);
        }
    }

    private static bool Probe(string source, string clone, out string why)
    {
        using SafeFileHandle from = File.OpenHandle(source, FileMode.CreateNew, FileAccess.ReadWrite);

        // Random, so that no file system compresses it or finds it again elsewhere; on the disk, so that it has a place to share.
        RandomAccess.Write(from, RandomNumberGenerator.GetBytes(ProbeBytes), 0);
        RandomAccess.FlushToDisk(from);
        using SafeFileHandle to = File.OpenHandle(clone, FileMode.CreateNew, FileAccess.ReadWrite);
        if (LinuxInterop.IoctlFile(to, LinuxInterop.FICLONE, from) != 0)
        {
            why = $"FICLONE fails: {LinuxInterop.Describe(Marshal.GetLastPInvokeError())}";
            return false;
        }

        long common = Extents.BytesInCommon(source, clone);
        why = $"FICLONE succeeds, {common} of {ProbeBytes} bytes are shared";
        return common == ProbeBytes;
    }

    // include/uapi/linux/magic.h, and each file system's own super.c for those which are not listed there.
    internal static string NameOf(uint type) => type switch
    {
        0x9123683E => "btrfs",
        0x58465342 => "xfs",
        0xEF53 => "ext",
        0x01021994 => "tmpfs",
        0x794C7630 => "overlayfs",
        0x2FC12FC1 => "zfs",
        0xCA451A4E => "bcachefs",
        0x6969 => "nfs",
        0xFF534D42 or 0xFE534D42 => "cifs",
        0x7461636F => "ocfs2",
        0xF2F52010 => "f2fs",
        0x2011BAB0 => "exfat",
        0x4D44 => "vfat",
        0x5346544E => "ntfs",
        0x65735546 => "fuse",
        0x01021997 => "9p",
        0x858458F6 => "ramfs",
        _ => $"0x{type:x}",
    };
}
