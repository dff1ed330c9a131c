namespace CopyOnWrite.Linux;

/// <summary>
/// The system calls this project makes on Linux, under their own names. Constants are those of x86-64 and arm64, which agree on all but
/// three; a test compiles C to check each constant, offset and size. Errors come from <see cref="Marshal.GetLastWin32Error"/>, as errno.
/// </summary>
internal static unsafe class LinuxNative
{
    internal const int
        O_RDONLY = 0, O_WRONLY = 1, O_RDWR = 2, O_CREAT = 0x40, O_EXCL = 0x80, O_NOCTTY = 0x100, O_NONBLOCK = 0x800,
        O_CLOEXEC = 0x80000, O_PATH = 0x200000;

    internal const int
        AT_FDCWD = -100, AT_SYMLINK_NOFOLLOW = 0x100, AT_REMOVEDIR = 0x200, AT_SYMLINK_FOLLOW = 0x400, AT_EMPTY_PATH = 0x1000;

    internal const uint STATX_BASIC_STATS = 0x7ff, STATX_BTIME = 0x800;
    internal const ulong STATX_ATTR_IMMUTABLE = 0x10, STATX_ATTR_APPEND = 0x20, STATX_ATTR_MOUNT_ROOT = 0x2000;
    internal const int S_IFMT = 0xF000, S_IFREG = 0x8000, S_IFDIR = 0x4000, S_IFLNK = 0xA000;
    internal const long UTIME_NOW = 0x3fffffff, UTIME_OMIT = 0x3ffffffe;

    // statfs(2), f_type: linux/magic.h; zfs: include/sys/fs/zfs.h of OpenZFS.
    internal const long
        BTRFS_SUPER_MAGIC = 0x9123683E, XFS_SUPER_MAGIC = 0x58465342, EXT4_SUPER_MAGIC = 0xEF53, TMPFS_MAGIC = 0x01021994,
        F2FS_SUPER_MAGIC = 0xF2F52010, OVERLAYFS_SUPER_MAGIC = 0x794C7630, BCACHEFS_SUPER_MAGIC = 0xCA451A4E,
        ZFS_SUPER_MAGIC = 0x2FC12FC1;

    internal const int LOCK_SH = 1, LOCK_NB = 4, LOCK_UN = 8;
    internal const int SEEK_SET = 0, SEEK_END = 2, SEEK_DATA = 3, SEEK_HOLE = 4;
    internal const uint RENAME_NOREPLACE = 1, SYNC_FILE_RANGE_WRITE = 2;

    // Not dup(2), but F_DUPFD_CLOEXEC: a process started meanwhile would inherit it and keep it open, and locked, for its lifetime.
    internal const int F_OFD_GETLK = 36, F_OFD_SETLK = 37, F_DUPFD_CLOEXEC = 1030;
    internal const short F_WRLCK = 1;

    internal const ulong FICLONE = 0x40049409;
    internal const nuint FS_IOC_FIEMAP = 0xC020660B;
    internal const int RTLD_DEFAULT = 0, RTLD_LAZY = 1, RTLD_NOLOAD = 4;

    internal const int
        EPERM = 1, ENOENT = 2, ESRCH = 3, EINTR = 4, EIO = 5, ENXIO = 6, ENOMEM = 12, EAGAIN = 11, EACCES = 13, EEXIST = 17,
        EXDEV = 18, ENOTDIR = 20, EISDIR = 21, EINVAL = 22, ENOTTY = 25, ETXTBSY = 26, ENOSPC = 28, EROFS = 30, ENAMETOOLONG = 36,
        ENOLCK = 37, ENOSYS = 38, ELOOP = 40, EOPNOTSUPP = 95, EDQUOT = 122;

    [DllImport("libc", SetLastError = true)] internal static extern int open(byte[] path, int flags, uint mode);
    [DllImport("libc", SetLastError = true)] internal static extern int openat(int dirfd, byte[] path, int flags, uint mode);
    [DllImport("libc", SetLastError = true)] internal static extern int close(int fd);
    [DllImport("libc", SetLastError = true)] internal static extern int fcntl(int fd, int command, nint argument);
    [DllImport("libc", SetLastError = true)] internal static extern int statx(int fd, byte[] path, int flags, uint mask, out Statx result);
    [DllImport("libc", SetLastError = true)] internal static extern int flock(int fd, int operation);
    [DllImport("libc", SetLastError = true)] internal static extern int ioctl(int fd, nuint request, nint argument);
    [DllImport("libc", SetLastError = true)] internal static extern nint read(int fd, byte* buffer, nuint count);
    [DllImport("libc", SetLastError = true)] internal static extern nint write(int fd, byte* buffer, nuint count);
    [DllImport("libc", SetLastError = true)] internal static extern nint lseek(int fd, nint offset, int whence);
    [DllImport("libc", SetLastError = true)] internal static extern int ftruncate(int fd, nint length);
    [DllImport("libc", SetLastError = true)] internal static extern int sync_file_range(int fd, long offset, long length, uint flags);
    [DllImport("libc", SetLastError = true)] internal static extern int fchmod(int fd, uint mode);
    [DllImport("libc", SetLastError = true)] internal static extern int fchmodat(int dirfd, byte[] path, uint mode, int flags);
    [DllImport("libc", SetLastError = true)] internal static extern int fchownat(int dirfd, byte[] path, uint owner, uint group, int flags);
    [DllImport("libc", SetLastError = true)] internal static extern int futimens(int fd, Timespec* times);
    [DllImport("libc", SetLastError = true)] internal static extern int utimensat(int dirfd, byte[] path, Timespec* times, int flags);
    [DllImport("libc", SetLastError = true)] internal static extern int renameat(int fromFd, byte[] from, int toFd, byte[] to);

    /// <summary>Called by number: glibc has a function for it since 2.28, musl since 1.2.5.</summary>
    [DllImport("libc", EntryPoint = "syscall", SetLastError = true)]
    internal static extern nint renameat2(nint number, nint fromFd, byte[] from, nint toFd, byte[] to, nuint flags);

    [DllImport("libc", SetLastError = true)] internal static extern int mkdirat(int dirfd, byte[] path, uint mode);
    [DllImport("libc", SetLastError = true)] internal static extern nint readlinkat(int dirfd, byte[] path, byte[] target, nint size);
    [DllImport("libc", SetLastError = true)] internal static extern int symlinkat(byte[] target, int dirfd, byte[] path);
    [DllImport("libc", SetLastError = true)] internal static extern int link(byte[] existing, byte[] path);
    [DllImport("libc", SetLastError = true)] internal static extern int linkat(int fromFd, byte[] from, int toFd, byte[] to, int flags);
    [DllImport("libc", SetLastError = true)] internal static extern int unlinkat(int dirfd, byte[] path, int flags);
    [DllImport("libc", SetLastError = true)] internal static extern uint geteuid();
    [DllImport("libc", SetLastError = true)] internal static extern int kill(int pid, int signal);
    [DllImport("libc", SetLastError = true)] internal static extern int statfs(byte[] path, out Statfs result);
    [DllImport("libc", SetLastError = true)] internal static extern int fstatfs(int fd, out Statfs result);

    [DllImport("libc", EntryPoint = "syscall", SetLastError = true)]
    internal static extern nint getdents64(nint number, nint fd, byte* entries, nint count);

    [DllImport("libc")] internal static extern nint dlopen(byte[] file, int flags);
    [DllImport("libc")] internal static extern nint dlsym(nint library, byte[] name);

    // Where arm64 differs: arch/arm64/include/uapi/asm/fcntl.h.
    internal static int O_DIRECTORY => IsArm64 ? 0x4000 : 0x10000;
    internal static int O_NOFOLLOW => IsArm64 ? 0x8000 : 0x20000;
    internal static int O_TMPFILE => 0x400000 | O_DIRECTORY;

    // The numbers of calls: glibc has a function for getdents64 only since 2.30.
    internal static int SYS_getdents64 => IsArm64 ? 61 : 217;
    internal static int SYS_renameat2 => IsArm64 ? 276 : 316;

    internal static readonly byte[] EmptyPath = [0];

    /// <summary>.NET's switch that turns its advisory locks on Unix off (SafeFileHandle.Unix.cs), read once per process as there.</summary>
    private static readonly bool s_lockingIsOff = AppContext.TryGetSwitch("System.IO.DisableFileLocking", out bool value)
        ? value
        : Environment.GetEnvironmentVariable("DOTNET_SYSTEM_IO_DISABLEFILELOCKING") is { } text
            && (text == "1" || text.Equals("true", StringComparison.OrdinalIgnoreCase));

    private static bool IsArm64 => RuntimeInformation.ProcessArchitecture == Architecture.Arm64;

    internal static int Error => Marshal.GetLastWin32Error();

    /// <summary>
    /// The advisory lock that .NET takes when it opens a file (SafeFileHandle.Unix.cs), so that builds and writers exclude each other as
    /// before. False when another process has a lock that conflicts. Other errors, of file systems without locks, are ignored, as there.
    /// </summary>
    internal static bool TryLockShared(int file) =>
        s_lockingIsOff || flock(file, LOCK_SH | LOCK_NB) == 0 || Error != EAGAIN;

    /// <summary>Called before closing, as .NET does: a process that was just started may have the descriptor (flock(2)).</summary>
    internal static void Unlock(int file) => _ = s_lockingIsOff ? 0 : flock(file, LOCK_UN);

    /// <summary>FICLONE: 0 or the errno.</summary>
    internal static int CloneBlocks(int destination, int source)
    {
        int error;
        do
        {
            error = ioctl(destination, (nuint)FICLONE, source) == 0 ? 0 : Error;
        }
        while (error == EINTR);

        return error;
    }

    /// <summary>Renames to a free name: 0 or the errno; EINVAL where the file system cannot promise it, ENOSYS before Linux 3.15.</summary>
    internal static int RenameToFree(byte[] path, byte[] free) =>
        renameat2(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, free, RENAME_NOREPLACE) == 0 ? 0 : Error;

    /// <summary>Gives the times of the last read and the last write.</summary>
    internal static Timespec* TimesOf(in Statx status, Timespec* times)
    {
        times[0] = new Timespec { Seconds = status.AccessSeconds, Nanoseconds = status.AccessNanoseconds };
        times[1] = new Timespec { Seconds = status.ModifySeconds, Nanoseconds = status.ModifyNanoseconds };
        return times;
    }

    /// <summary>Reads the status of an open file; false with <see cref="Error"/> if it is unavailable.</summary>
    internal static bool TryGetStatus(int file, out Statx status) =>
        statx(file, EmptyPath, AT_EMPTY_PATH, STATX_BASIC_STATS, out status) == 0;

    /// <summary>Reads the status of a name, not following links; false with <see cref="Error"/> if it is unavailable.</summary>
    internal static bool TryGetStatus(int folder, byte[] name, out Statx status) =>
        statx(folder, name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, out status) == 0;

    /// <param name="buffer">Gets the encoded path.</param>
    /// <param name="flags">0 where a link is followed, else AT_SYMLINK_NOFOLLOW.</param>
    internal static bool TryGetStatus(string path, byte[] buffer, int flags, out Statx status)
    {
        status = default;
        return NativePath.TryEncode(path, buffer) && statx(AT_FDCWD, buffer, flags, STATX_BASIC_STATS, out status) == 0;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct Timespec
    {
        internal long Seconds, Nanoseconds;
    }

    /// <summary>struct flock. What follows is 0: the whole file.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 32)]
    internal struct Flock
    {
        [FieldOffset(0)] internal short Type;
    }

    [StructLayout(LayoutKind.Explicit, Size = 120)]
    internal struct Statfs
    {
        [FieldOffset(0)] internal long Type;
        [FieldOffset(8)] internal long BlockSize;
        [FieldOffset(16)] internal ulong Blocks;
        [FieldOffset(32)] internal ulong AvailableBlocks;
        [FieldOffset(56)] internal ulong VolumeId;

        internal readonly ulong TotalBytes => Blocks * (ulong)BlockSize;

        /// <summary>The free blocks, without those reserved for root.</summary>
        internal readonly ulong AvailableBytes => AvailableBlocks * (ulong)BlockSize;
    }

    /// <summary>struct statx: the same on every processor, unlike struct stat.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    internal struct Statx
    {
        [FieldOffset(0)] internal uint Mask;
        [FieldOffset(8)] internal ulong Attributes;
        [FieldOffset(16)] internal uint Links;
        [FieldOffset(20)] internal uint Uid;
        [FieldOffset(24)] internal uint Gid;
        [FieldOffset(28)] internal ushort Mode;
        [FieldOffset(32)] internal ulong Inode;
        [FieldOffset(40)] internal ulong Size;
        [FieldOffset(48)] internal ulong Blocks;
        [FieldOffset(64)] internal long AccessSeconds;
        [FieldOffset(72)] internal uint AccessNanoseconds;
        [FieldOffset(80)] internal long BirthSeconds;
        [FieldOffset(88)] internal uint BirthNanoseconds;
        [FieldOffset(96)] internal long ChangeSeconds;
        [FieldOffset(104)] internal uint ChangeNanoseconds;
        [FieldOffset(112)] internal long ModifySeconds;
        [FieldOffset(120)] internal uint ModifyNanoseconds;
        [FieldOffset(136)] internal uint DeviceMajor;
        [FieldOffset(140)] internal uint DeviceMinor;

        internal readonly ulong Volume => ((ulong)DeviceMajor << 32) | DeviceMinor;

        /// <summary>In bytes; blocks that it shares with other files count.</summary>
        internal readonly ulong Allocated => Blocks * 512;

        internal readonly bool IsRegularFile => (Mode & S_IFMT) == S_IFREG;
        internal readonly bool IsFolder => (Mode & S_IFMT) == S_IFDIR;
        internal readonly bool IsLink => (Mode & S_IFMT) == S_IFLNK;

        /// <summary>A folder that only grows (chattr +a): files in it are neither renamed nor deleted (may_delete in fs/namei.c).</summary>
        internal readonly bool IsAppendOnly => (Attributes & STATX_ATTR_APPEND) != 0;

        /// <summary>A mount point, such as a file that a container was given, or a file that chattr has protected (may_delete).</summary>
        internal readonly bool RefusesRenaming =>
            (Attributes & (STATX_ATTR_IMMUTABLE | STATX_ATTR_APPEND | STATX_ATTR_MOUNT_ROOT)) != 0;
    }
}
