using System.Runtime.InteropServices;

namespace CopyOnWrite.MacOS;

/// <summary>
/// The calls this project makes on macOS, under their own names, with the values of Apple's headers (xnu: bsd/sys/stat.h, fcntl.h, file.h,
/// errno.h, clonefile.h); a test holds them against those headers for both processors. Errors come from
/// <see cref="Marshal.GetLastWin32Error"/>, as errno.
/// <para>
/// No call with a variadic argument: on arm64 macOS these go onto the stack and not into registers, where a P/Invoke puts them, so
/// open(path, flags, mode), fcntl and ioctl would read what happens to lie there. Without O_CREAT open takes no third argument.
/// </para>
/// </summary>
internal static unsafe class MacNative
{
    internal const int O_RDONLY = 0;
    internal const int O_NONBLOCK = 0x4;
    internal const int O_NOCTTY = 0x20000;
    internal const int O_CLOEXEC = 0x1000000;

    internal const int AT_FDCWD = -2;

    internal const int S_IFMT = 0xF000;
    internal const int S_IFREG = 0x8000;
    internal const int S_IFDIR = 0x4000;

    internal const int LOCK_SH = 1;
    internal const int LOCK_NB = 4;

    internal const uint CLONE_ACL = 4;

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
    internal static extern int open(byte* path, int flags);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int close(int fd);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int flock(int fd, int operation);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fclonefileat(int sourceFd, int destinationDirfd, byte* destination, uint flags);

    /// <summary>Of a link itself. mode_t has 16 bits; a register takes more.</summary>
    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int lchmod(byte* path, uint mode);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int rename(byte* oldPath, byte* newPath);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int unlink(byte* path);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern uint geteuid();

    // On x64 the plain names give the old struct with a 32-bit inode (sys/cdefs.h, __DARWIN_SUF_64_BIT_INO_T); arm64 has the new one only.
    [DllImport("libc", EntryPoint = "fstat$INODE64", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fstat_INODE64(int fd, Stat* result);

    [DllImport("libc", EntryPoint = "lstat$INODE64", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int lstat_INODE64(byte* path, Stat* result);

    [DllImport("libc", EntryPoint = "stat$INODE64", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int stat_INODE64(byte* path, Stat* result);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fstat(int fd, Stat* result);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int lstat(byte* path, Stat* result);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int stat(byte* path, Stat* result);

    internal static int Error => Marshal.GetLastWin32Error();

    /// <summary>struct stat, with the 64-bit inode (__DARWIN_STRUCT_STAT64).</summary>
    [StructLayout(LayoutKind.Explicit, Size = 144)]
    internal struct Stat
    {
        [FieldOffset(0)] internal uint Device;
        [FieldOffset(4)] internal ushort Mode;
        [FieldOffset(8)] internal ulong Inode;
        [FieldOffset(16)] internal uint Uid;
        [FieldOffset(48)] internal long ModifySeconds;
        [FieldOffset(56)] internal long ModifyNanoseconds;
        [FieldOffset(96)] internal long Size;

        internal readonly ulong Volume => Device;

        internal readonly bool IsRegularFile => (Mode & S_IFMT) == S_IFREG;

        internal readonly bool IsFolder => (Mode & S_IFMT) == S_IFDIR;
    }
}
