using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// A volume's file system, and its measured properties. The device number of a volume that was unmounted goes to the next one
/// (get_anon_bdev in fs/super.c), so what is known of a number is believed for a second, and <see cref="NumberOf"/> queries it each time.
/// </summary>
internal sealed class FileSystemTypes
{
    // One slot per volume; two volumes in one slot replace each other.
    private const int Places = 64;
    private const int BelievedMilliseconds = 1000;

    private readonly Known?[] _known = new Known?[Places];

    /// <summary>
    /// Whether it is one of the measured local file systems: closing a file reports no error that writing did not. False is the safe answer
    /// for any other: on network file systems an error of writing may be reported by close(2) alone.
    /// </summary>
    internal static bool IsKnownLocal(long type) => type is XFS_SUPER_MAGIC or BTRFS_SUPER_MAGIC or EXT4_SUPER_MAGIC or TMPFS_MAGIC;

    /// <summary>
    /// Whether every write to a file sets its change time, which no program can set: by that the cache knows its sources. FAT and exFAT
    /// have none, sshfs reports the write time instead, network file systems and 9p what a server or another system sets. tmpfs sets none
    /// when a program writes again to a page that it keeps mapped: others do once the page is on the disk. A file of overlayfs has the
    /// times of the file system below. What keeps birth times keeps change times; squashfs, EROFS and FUSE keep neither. tmpfs below is
    /// known by its extents, of which it has none (ovl_fiemap in fs/overlayfs/inode.c).
    /// </summary>
    internal bool HasChangeTimes(ulong volume, int file) => TypeOf(volume, file) switch
    {
        TMPFS_MAGIC => false,
        ZFS_SUPER_MAGIC or F2FS_SUPER_MAGIC or BCACHEFS_SUPER_MAGIC => true,
        OVERLAYFS_SUPER_MAGIC => HasBirthTime(file) && HasExtents(file),
        var type => IsKnownLocal(type),
    };

    /// <summary>
    /// Whether a lock excludes every other process that can open the file, and a link count is right: where the kernel itself keeps locks
    /// with the inode (posix_lock_inode in fs/locks.c), as these file systems do. FUSE, network file systems and 9p have their own locks,
    /// which may do nothing, or end at a process, a mount or a machine.
    /// </summary>
    internal static bool LocksExclude(long type) =>
        HasSureIdentities(type) || type is BCACHEFS_SUPER_MAGIC or OVERLAYFS_SUPER_MAGIC;

    /// <summary>
    /// Whether no two files have one number, and link counts are right: on the measured local file systems, and on F2FS and ZFS, which give
    /// the disk's (f2fs_getattr in fs/f2fs/file.c, zfs_getattr_fast in zfs_vnops_os.c). Others may give several files one number: FUSE and
    /// 9p that of a server, bcachefs that of a file in each snapshot (bch2_getattr in fs/bcachefs/fs.c), overlayfs that of files in two
    /// subvolumes of one btrfs (ovl_get_fsid in fs/overlayfs/super.c compares superblocks; seen with two links each).
    /// </summary>
    private static bool HasSureIdentities(long type) => IsKnownLocal(type) || type is F2FS_SUPER_MAGIC or ZFS_SUPER_MAGIC;

    /// <param name="path">The path, encoded, that the status is of.</param>
    internal FileStat StatOf(in Statx status, byte[] path) => StatOf(status, TypeOf(status.Volume, path));

    internal static FileStat StatOf(in Statx status, long type) => new(
        FolderListing.KindOf(status), (long)status.Size, UnixTime.Of(status.ModifySeconds, status.ModifyNanoseconds),
        new FileIdentity(status.Volume, status.Inode), status.Mode, status.Links, status.Uid | ((ulong)status.Gid << 32),
        IsIdentitySure: HasSureIdentities(type));

    /// <summary>ZFS waits for the disk, a transaction group (zfs_link in zfs_vnops_os.c, openzfs/zfs#13446).</summary>
    internal static bool LinksUnnamedFilesAtOnce(long type) => type != ZFS_SUPER_MAGIC;

    /// <summary>
    /// Whether a file may have its length and times on the disk seconds before its content, so that a power failure leaves zeros that look
    /// like the unchanged copy (mpage_map_and_submit_extent in fs/ext4/inode.c: the length goes with blocks not yet marked as written; seen
    /// with `./build.sh torture --only power`). ext4 writes one that is renamed over another (auto_da_alloc in ext4(5)).
    /// </summary>
    internal static bool WritesLengthBeforeContent(long type) => type == EXT4_SUPER_MAGIC;

    /// <summary>Reads f_type of statfs(2); 0 if it is unavailable.</summary>
    internal long TypeOf(ulong volume, int file) => (Remembered(volume) ?? Query(volume, file)).Type;

    internal long TypeOf(ulong volume, byte[] path) =>
        (Remembered(volume) ?? Remember(volume, statfs(path, out Statfs status) == 0, status)).Type;

    /// <summary>
    /// A number for the volume that survives a mount where the file system has one: f_fsid of statfs(2). On ext4 and btrfs it is made of
    /// the UUID, on btrfs also of the subvolume, in each of which inode numbers begin anew (btrfs_statfs in fs/btrfs/super.c); on xfs it is
    /// the device. overlayfs may give that of its upper layer for files of all layers (ovl_statfs in fs/overlayfs/super.c), and older tmpfs
    /// has 0: there it is the file's device number.
    /// </summary>
    internal ulong NumberOf(ulong volume, int file) =>
        Query(volume, file) is { Id: not 0, Type: not OVERLAYFS_SUPER_MAGIC } known ? known.Id : volume;

    private static bool HasBirthTime(int file) =>
        statx(file, EmptyPath, AT_EMPTY_PATH, STATX_BTIME, out Statx status) == 0 && (status.Mask & STATX_BTIME) != 0;

    private static unsafe bool HasExtents(int file)
    {
        // struct fiemap with no room for extents: start, length, flags and count, room. A length of 0 is EINVAL.
        ulong* request = stackalloc ulong[4] { 0, 1, 0, 0 };
        return ioctl(file, FS_IOC_FIEMAP, (nint)request) == 0;
    }

    private Known? Remembered(ulong volume)
    {
        Known? known = _known[volume % Places];
        return known?.Volume == volume && unchecked(Environment.TickCount - known.Since) <= BelievedMilliseconds ? known : null;
    }

    private Known Query(ulong volume, int file) => Remember(volume, fstatfs(file, out Statfs status) == 0, status);

    private Known Remember(ulong volume, bool isKnown, in Statfs status) => _known[volume % Places] = isKnown
        ? new Known(volume, Environment.TickCount, status.Type, status.VolumeId)
        : new Known(volume, Environment.TickCount, 0, 0);

    private sealed record Known(ulong Volume, int Since, long Type, ulong Id);
}
