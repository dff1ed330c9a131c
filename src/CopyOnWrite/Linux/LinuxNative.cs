using System.Runtime.InteropServices;

namespace CopyOnWrite.Linux;

/// <summary>
/// The system calls this project makes on Linux, under their own names. Constants are those of x86-64 and arm64, which agree on all but
/// three; a test compiles C to check each constant, offset and size. Errors come from <see cref="Marshal.GetLastWin32Error"/>, as errno.
/// </summary>
internal static unsafe class LinuxNative
{
    internal const int O_RDONLY = 0;
    internal const int O_RDWR = 2;
    internal const int O_CREAT = 0x40;
    internal const int O_EXCL = 0x80;
    internal const int O_NOCTTY = 0x100;
    internal const int O_NONBLOCK = 0x800;
    internal const int O_CLOEXEC = 0x80000;

    internal const int AT_FDCWD = -100;
    internal const int AT_SYMLINK_NOFOLLOW = 0x100;
    internal const int AT_EMPTY_PATH = 0x1000;
    internal const uint STATX_BASIC_STATS = 0x7ff;

    internal const int S_IFMT = 0xF000;
    internal const int S_IFREG = 0x8000;
    internal const int S_IFDIR = 0x4000;

    internal const int LOCK_SH = 1;
    internal const int LOCK_EX = 2;
    internal const int LOCK_NB = 4;

    // Not dup(2): what a process started meanwhile inherits would stay open, and locked, as long as that process lives.
    internal const int F_DUPFD_CLOEXEC = 1030;

    internal const ulong FICLONE = 0x40049409;

    internal const int EPERM = 1;
    internal const int ENOENT = 2;
    internal const int EINTR = 4;
    internal const int EIO = 5;
    internal const int ENOMEM = 12;
    internal const int EAGAIN = 11;
    internal const int EACCES = 13;
    internal const int EEXIST = 17;
    internal const int EXDEV = 18;
    internal const int ENOTDIR = 20;
    internal const int EISDIR = 21;
    internal const int EINVAL = 22;
    internal const int ENOTTY = 25;
    internal const int EFBIG = 27;
    internal const int ENOSPC = 28;
    internal const int EROFS = 30;
    internal const int ENAMETOOLONG = 36;
    internal const int ENOSYS = 38;
    internal const int ELOOP = 40;
    internal const int EOPNOTSUPP = 95;
    internal const int EDQUOT = 122;

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int open(byte* path, int flags, uint mode);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int openat(int dirfd, byte* path, int flags, uint mode);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int close(int fd);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fcntl(int fd, int command, nint argument);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int statx(int dirfd, byte* path, int flags, uint mask, Statx* result);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int flock(int fd, int operation);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int ioctl(int fd, nuint request, nint argument);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern nint copy_file_range(int fdIn, long* offsetIn, int fdOut, long* offsetOut, nuint length, uint flags);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern nint sendfile(int fdOut, int fdIn, long* offset, nuint count);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern nint read(int fd, byte* buffer, nuint count);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern nint write(int fd, byte* buffer, nuint count);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int ftruncate(int fd, nint length);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int fchmod(int fd, uint mode);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int futimens(int fd, Timespec* times);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int rename(byte* oldPath, byte* newPath);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int renameat(int oldDirfd, byte* oldPath, int newDirfd, byte* newPath);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int mkdir(byte* path, uint mode);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int unlink(byte* path);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern int unlinkat(int dirfd, byte* path, int flags);

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    internal static extern uint geteuid();

    // Where arm64 differs: arch/arm64/include/uapi/asm/fcntl.h.
    internal static int O_DIRECTORY => IsArm64 ? 0x4000 : 0x10000;

    internal static int O_NOFOLLOW => IsArm64 ? 0x8000 : 0x20000;

    internal static int O_TMPFILE => 0x400000 | O_DIRECTORY;

    private static bool IsArm64 => RuntimeInformation.ProcessArchitecture == Architecture.Arm64;

    internal static int Error => Marshal.GetLastWin32Error();

    /// <summary>The status of an open file; false with <see cref="Error"/> when it cannot be had.</summary>
    internal static bool TryGetStatus(int file, out Statx status)
    {
        status = default;
        byte empty = 0;
        fixed (Statx* result = &status)
        {
            return statx(file, &empty, AT_EMPTY_PATH, STATX_BASIC_STATS, result) == 0;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct Timespec
    {
        internal long Seconds;
        internal long Nanoseconds;
    }

    /// <summary>struct statx: the same on every processor, unlike struct stat.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    internal struct Statx
    {
        [FieldOffset(16)] internal uint Links;
        [FieldOffset(20)] internal uint Uid;
        [FieldOffset(28)] internal ushort Mode;
        [FieldOffset(32)] internal ulong Inode;
        [FieldOffset(40)] internal ulong Size;
        [FieldOffset(64)] internal long AccessSeconds;
        [FieldOffset(72)] internal uint AccessNanoseconds;
        [FieldOffset(96)] internal long ChangeSeconds;
        [FieldOffset(104)] internal uint ChangeNanoseconds;
        [FieldOffset(112)] internal long ModifySeconds;
        [FieldOffset(120)] internal uint ModifyNanoseconds;
        [FieldOffset(136)] internal uint DeviceMajor;
        [FieldOffset(140)] internal uint DeviceMinor;

        internal readonly ulong Volume => ((ulong)DeviceMajor << 32) | DeviceMinor;

        internal readonly bool IsPlainFile => (Mode & S_IFMT) == S_IFREG;

        internal readonly bool IsFolder => (Mode & S_IFMT) == S_IFDIR;
    }
}
