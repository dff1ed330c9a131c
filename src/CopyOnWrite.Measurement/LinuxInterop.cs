using Microsoft.Win32.SafeHandles;
using LinuxNative = CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Measurement;

/// <summary>
/// The system calls of the measurements that the core lacks (include/uapi/linux/fs.h, fiemap.h, stat.h,
/// btrfs.h of 64-bit Linux). ioctl has variable arguments in C, which these processors pass like fixed ones.
/// </summary>
internal static unsafe partial class LinuxInterop
{
    internal const nuint BTRFS_IOC_FS_INFO = 0x8400941F;

    internal const uint FIEMAP_FLAG_SYNC = 1;

    [LibraryImport("libc", EntryPoint = "sync")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static partial void Sync();

    internal static int Ioctl(SafeFileHandle file, nuint request, void* argument) =>
        LinuxNative.ioctl((int)file.DangerousGetHandle(), request, (nint)argument);

    internal static IOException Failure(string what, string path, int error) =>
        new($"{what} {path}: {Marshal.GetPInvokeErrorMessage(error)} (error {error})");

    [StructLayout(LayoutKind.Sequential)]
    internal struct FiemapHeader
    {
        internal ulong Start, Length;
        internal uint Flags, MappedExtents, ExtentCount, Reserved;
    }

    [StructLayout(LayoutKind.Explicit, Size = 56)]
    internal struct FiemapExtent
    {
        [FieldOffset(0)] internal ulong Logical;
        [FieldOffset(8)] internal ulong Physical;
        [FieldOffset(16)] internal ulong Length;
        [FieldOffset(40)] internal uint Flags;
    }

    /// <summary>struct btrfs_ioctl_fs_info_args, as far as it is read here.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 1024)]
    internal struct BtrfsInfo
    {
        [FieldOffset(16)] internal Guid FileSystem;
    }
}
