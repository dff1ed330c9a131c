using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>The meaning of an errno here. Sources: open(2), ioctl_ficlone(2), fs/remap_range.c, fs/btrfs/reflink.c.</summary>
internal static class Errno
{
    /// <summary>
    /// The reason why FICLONE refused: volumes, the file, or an error that a copy meets too (<see cref="AlsoFailsCopy"/>).
    /// </summary>
    internal static Reason OfClone(int errno) => errno switch
    {
        // No remap_file_range in the file system, no FICLONE in the kernel or the sandbox; another superblock.
        EOPNOTSUPP or ENOTTY or ENOSYS => Reason.VolumeCannotClone,
        EXDEV => Reason.DifferentVolumes,
        ENOSPC or EDQUOT or EROFS or ENOMEM => OfFile(errno),

        // EINVAL: nodatacow differs on btrfs, realtime file on xfs. ETXTBSY: swap file. EAGAIN: dirty blocks on ZFS. EPERM: a filter
        // on system calls. EIO: the copy that follows is the retry, and fails by itself where the device does.
        _ => Reason.FileCannotBeCloned,
    };

    /// <summary>Whether a copy also fails. A full volume may take one: btrfs can lack only metadata (fs/btrfs/space-info.c).</summary>
    internal static bool AlsoFailsCopy(Reason refusal) => refusal is Reason.AccessDenied or Reason.OtherError;

    /// <summary>The reason for not handling a file that had to be cloned. An error that also fails a copy is named as for a copy.</summary>
    internal static Reason OfRequiredClone(Reason refusal, int errno) =>
        refusal == Reason.FileCannotBeCloned && errno is ENOSPC or EDQUOT or EIO ? OfFile(errno) : refusal;

    /// <summary>The reason for not handling a file whose open, write or rename failed.</summary>
    internal static Reason OfFile(int errno) => errno switch
    {
        EACCES or EPERM or EROFS => Reason.AccessDenied,
        ENOSPC or EDQUOT => Reason.VolumeFull,
        EIO => Reason.InputOutputError,
        ENAMETOOLONG or ELOOP or EINVAL => Reason.UnsupportedPath,
        EAGAIN => Reason.Locked,
        _ => Reason.OtherError,
    };

    /// <summary>The reason for a failed call that found or made a destination. ETXTBSY: <see cref="LinuxTemporaryFile.Create"/>.</summary>
    internal static Reason OfDestination(int errno) => errno switch
    {
        ENOENT or ENOTDIR => Reason.DestinationFolderMissing,
        ETXTBSY => Reason.DestinationFolderRefuses,
        _ => OfFile(errno),
    };

    internal static CloneOutcome NotHandled(int errno) => CloneOutcome.NotHandled(OfFile(errno), errno);
}
