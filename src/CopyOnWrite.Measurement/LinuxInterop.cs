using System;
using System.IO;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Measurement;

/// <summary>
/// The system calls behind the measurements. Numbers and layouts are those of 64-bit Linux (include/uapi/linux/fs.h, fiemap.h, stat.h,
/// btrfs.h; asm-generic/statfs.h). ioctl has variable arguments in C, which these processors pass like fixed ones.
/// </summary>
internal static unsafe partial class LinuxInterop
{
    internal const nuint FICLONE = 0x40049409;
    internal const nuint FS_IOC_FIEMAP = 0xC020660B;
    internal const nuint BTRFS_IOC_FS_INFO = 0x8400941F;
    internal const nuint BTRFS_IOC_LOGICAL_INO_V2 = 0xC038943B;

    internal const uint FIEMAP_FLAG_SYNC = 1;

    internal const int AT_FDCWD = -100;
    internal const int AT_SYMLINK_NOFOLLOW = 0x100;
    internal const uint STATX_BASIC_STATS = 0x7FF;
    internal const uint STATX_BTIME = 0x800;

    private const string Library = "libc";

    [LibraryImport(Library, EntryPoint = "ioctl", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static partial int IoctlPointer(SafeFileHandle file, nuint request, void* argument);

    [LibraryImport(Library, EntryPoint = "ioctl", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static partial int IoctlFile(SafeFileHandle file, nuint request, SafeFileHandle other);

    [LibraryImport(Library, EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static partial int Statx(int folder, string path, int flags, uint mask, StatxBuffer* buffer);

    [LibraryImport(Library, EntryPoint = "statfs", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static partial int Statfs(string path, StatfsBuffer* buffer);

    [LibraryImport(Library, EntryPoint = "syncfs", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static partial int SyncFileSystem(SafeFileHandle file);

    [LibraryImport(Library, EntryPoint = "sync")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static partial void Sync();

    /// <summary>Without a lock: .NET takes flock for any other sharing, and measuring must not disturb a build that goes on.</summary>
    internal static SafeFileHandle OpenToMeasure(string path) =>
        File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);

    internal static string Describe(int errno) => $"{Marshal.GetPInvokeErrorMessage(errno)} (errno {errno})";

    internal static IOException Failure(string what, string path, int errno) => new($"{what} {path}: {Describe(errno)}");

    [StructLayout(LayoutKind.Sequential)]
    internal struct FiemapHeader
    {
        internal ulong Start;
        internal ulong Length;
        internal uint Flags;
        internal uint MappedExtents;
        internal uint ExtentCount;
        internal uint Reserved;
    }

    [StructLayout(LayoutKind.Explicit, Size = 56)]
    internal struct FiemapExtent
    {
        [FieldOffset(0)] internal ulong Logical;
        [FieldOffset(8)] internal ulong Physical;
        [FieldOffset(16)] internal ulong Length;
        [FieldOffset(40)] internal uint Flags;
    }

    [StructLayout(LayoutKind.Explicit, Size = 256)]
    internal struct StatxBuffer
    {
        [FieldOffset(0)] internal uint Mask;
        [FieldOffset(28)] internal ushort Mode;
        [FieldOffset(32)] internal ulong Inode;
        [FieldOffset(40)] internal ulong Size;
        [FieldOffset(48)] internal ulong Blocks;
        [FieldOffset(80)] internal Timestamp Birth;
        [FieldOffset(96)] internal Timestamp Change;
        [FieldOffset(112)] internal Timestamp Modify;
        [FieldOffset(136)] internal uint DeviceMajor;
        [FieldOffset(140)] internal uint DeviceMinor;
    }

    [StructLayout(LayoutKind.Explicit, Size = 16)]
    internal struct Timestamp
    {
        [FieldOffset(0)] internal long Seconds;
        [FieldOffset(8)] internal uint Nanoseconds;

        internal readonly long SinceEpoch => (Seconds * 1_000_000_000) + Nanoseconds;
    }

    [StructLayout(LayoutKind.Explicit, Size = 120)]
    internal struct StatfsBuffer
    {
        [FieldOffset(0)] internal ulong Type;
        [FieldOffset(8)] internal ulong BlockSize;
        [FieldOffset(16)] internal ulong Blocks;
        [FieldOffset(32)] internal ulong BlocksAvailable;
    }

    /// <summary>struct btrfs_ioctl_fs_info_args, as far as it is read here.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 1024)]
    internal struct BtrfsInfo
    {
        [FieldOffset(16)] internal Guid FileSystem;
    }

    /// <summary>struct btrfs_ioctl_logical_ino_args.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 56)]
    internal struct BtrfsLogicalIno
    {
        [FieldOffset(0)] internal ulong Logical;
        [FieldOffset(8)] internal ulong Size;
        [FieldOffset(48)] internal ulong Inodes;
    }

    /// <summary>struct btrfs_data_container, without its values.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct BtrfsDataContainer
    {
        internal uint BytesLeft;
        internal uint BytesMissing;
        internal uint Elements;
        internal uint ElementsMissed;
    }
}
