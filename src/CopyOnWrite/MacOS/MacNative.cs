using System.Runtime.InteropServices;

namespace CopyOnWrite.MacOS;

/// <summary>
/// The calls this project makes on macOS, under their own names, with the values of Apple's headers (xnu: bsd/sys/stat.h, fcntl.h, file.h,
/// errno.h, clonefile.h, attr.h, mount.h, stdio.h, acl.h; copyfile.h); a test compares them with those headers for both processors. Errors
/// come from <see cref="Marshal.GetLastWin32Error"/>, as errno.
/// <para>
/// No call has a variadic argument: on arm64 macOS these go onto the stack and not into registers, where a P/Invoke puts them, so
/// open(path, flags, mode), fcntl and ioctl would read garbage. Without O_CREAT open takes no third argument, and files
/// are made by mkostempsat_np; the two commands of fcntl take none either.
/// </para>
/// </summary>
internal static unsafe class MacNative
{
    internal const int O_RDONLY = 0;
    internal const int O_NONBLOCK = 0x4;
    internal const int O_EXLOCK = 0x20;
    internal const int O_NOFOLLOW = 0x100;
    internal const int O_NOCTTY = 0x20000;
    internal const int O_DIRECTORY = 0x100000;
    internal const int O_CLOEXEC = 0x1000000;

    internal const int AT_FDCWD = -2;
    internal const int AT_SYMLINK_NOFOLLOW = 0x20;

    internal const int S_IFMT = 0xF000;
    internal const int S_IFREG = 0x8000;
    internal const int S_IFDIR = 0x4000;

    internal const int LOCK_SH = 1;
    internal const int LOCK_EX = 2;
    internal const int LOCK_NB = 4;
    internal const int LOCK_UN = 8;

    internal const int F_FULLFSYNC = 51;
    internal const int F_BARRIERFSYNC = 85;

    internal const uint CLONE_ACL = 4;
    internal const uint COPYFILE_ALL = 15;
    internal const uint RENAME_EXCL = 4;
    internal const int ACL_TYPE_EXTENDED = 0x100;
    internal const uint MNT_IGNORE_OWNERSHIP = 0x200000;

    internal const ushort ATTR_BIT_MAP_COUNT = 5;
    internal const uint ATTR_VOL_CAPABILITIES = 0x20000;
    internal const uint ATTR_VOL_UUID = 0x40000;
    internal const uint ATTR_VOL_INFO = 0x80000000;
    internal const uint VOL_CAP_INT_CLONE = 0x10000;

    internal const int EPERM = 1;
    internal const int ENOENT = 2;
    internal const int EINTR = 4;
    internal const int EIO = 5;
    internal const int EDEADLK = 11;
    internal const int ENOMEM = 12;
    internal const int EACCES = 13;
    internal const int EEXIST = 17;
    internal const int EXDEV = 18;
    internal const int ENOTDIR = 20;
    internal const int EINVAL = 22;
    internal const int ENOTTY = 25;
    internal const int EFBIG = 27;
    internal const int ENOSPC = 28;
    internal const int EROFS = 30;
    internal const int EAGAIN = 35;
    internal const int ENOTSUP = 45;
    internal const int ELOOP = 62;
    internal const int ENAMETOOLONG = 63;
    internal const int EDQUOT = 69;
    internal const int ENOSYS = 78;
    internal const int EOPNOTSUPP = 102;

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int open(byte[] path, int flags);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int close(int fd);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int flock(int fd, int operation);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fclonefileat(int sourceFd, int destinationDirfd, byte[] destination, uint flags);

    /// <summary>Does not follow a link. mode_t has 16 bits; a register takes more.</summary>
    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int lchmod(byte[] path, uint mode);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int link(byte[] existing, byte[] path);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int openat(int dirfd, byte[] path, int flags);

    /// <summary>
    /// The X before the suffix become a name that is free. As open(2) with O_CREAT, O_EXCL and mode 0600, without a variadic argument.
    /// </summary>
    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int mkostempsat_np(int dirfd, [In, Out] byte[] template, int suffixLength, int flags);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int mkdir(byte[] path, uint mode);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern nint read(int fd, [In, Out] byte[] buffer, nuint count);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern nint write(int fd, byte[] buffer, nuint count);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fcntl(int fd, int command);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fsync(int fd);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int futimens(int fd, void* times);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fcopyfile(int from, int to, void* state, uint flags);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int renameatx_np(int fromDirfd, byte[] from, int toDirfd, byte[] to, uint flags);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int unlinkat(int dirfd, byte[] path, int flags);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern void* acl_get_fd_np(int fd, int type);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int acl_free(void* acl);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int getattrlist(byte* path, void* wanted, void* reply, nuint replyLength, uint options);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern uint geteuid();

    // On x64 the plain names give the old struct with a 32-bit inode (sys/cdefs.h, __DARWIN_SUF_64_BIT_INO_T); arm64 has the new one only.
    [DllImport("libc", EntryPoint = "fstat$INODE64", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fstat_INODE64(int fd, out Stat result);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fstat(int fd, out Stat result);

    [DllImport("libc", EntryPoint = "fstatat$INODE64", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fstatat_INODE64(int dirfd, byte[] path, out Stat result, int flags);

    [DllImport("libc", EntryPoint = "fstatfs$INODE64", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fstatfs_INODE64(int fd, out Statfs result);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fstatat(int dirfd, byte[] path, out Stat result, int flags);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fstatfs(int fd, out Statfs result);

    internal static int Error => Marshal.GetLastWin32Error();

    /// <summary>struct stat, with the 64-bit inode (__DARWIN_STRUCT_STAT64).</summary>
    [StructLayout(LayoutKind.Explicit, Size = 144)]
    internal struct Stat
    {
        [FieldOffset(0)] internal uint Device;
        [FieldOffset(4)] internal ushort Mode;
        [FieldOffset(6)] internal ushort Links;
        [FieldOffset(8)] internal ulong Inode;
        [FieldOffset(16)] internal uint Uid;
        [FieldOffset(20)] internal uint Gid;
        [FieldOffset(48)] internal long ModifySeconds;
        [FieldOffset(56)] internal long ModifyNanoseconds;
        [FieldOffset(64)] internal long ChangeSeconds;
        [FieldOffset(72)] internal long ChangeNanoseconds;
        [FieldOffset(96)] internal long Size;
        [FieldOffset(116)] internal uint Flags;

        internal readonly ulong Volume => Device;

        internal readonly bool IsRegularFile => (Mode & S_IFMT) == S_IFREG;

        internal readonly bool IsFolder => (Mode & S_IFMT) == S_IFDIR;
    }

    /// <summary>struct statfs, with the 64-bit inode (__DARWIN_STRUCT_STATFS64).</summary>
    [StructLayout(LayoutKind.Explicit, Size = 2168)]
    internal struct Statfs
    {
        [FieldOffset(0)] internal uint BlockSize;
        [FieldOffset(8)] internal ulong Blocks;
        [FieldOffset(24)] internal ulong AvailableBlocks;
        [FieldOffset(64)] internal uint Flags;

        /// <summary>MAXPATHLEN bytes.</summary>
        [FieldOffset(88)] internal fixed byte MountedOn[1024];
    }

    /// <summary>struct attrlist.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct AttributeList
    {
        internal ushort BitmapCount;
        internal ushort Reserved;
        internal uint Common;
        internal uint Volume;
        internal uint Folder;
        internal uint File;
        internal uint Fork;
    }

    /// <summary>What getattrlist(2) writes for ATTR_VOL_CAPABILITIES and ATTR_VOL_UUID, on 4-byte boundaries.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 52)]
    internal struct VolumeReply
    {
        [FieldOffset(0)] internal uint Length;

        /// <summary>The second of vol_capabilities_attr_t's sets.</summary>
        [FieldOffset(8)] internal uint Interfaces;
        [FieldOffset(24)] internal uint ValidInterfaces;
        [FieldOffset(36)] internal fixed byte Uuid[16];
    }
}
