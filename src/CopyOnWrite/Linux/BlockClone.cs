using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>FICLONE, and what its answers mean for the next file.</summary>
internal static class BlockClone
{
    /// <summary><see cref="Reason.None"/> when cloned; else the reason. Remembers a refusal of the whole volume pair.</summary>
    /// <param name="type">The destination's file system, of <see cref="FileSystemTypes"/>.</param>
    internal static Reason Make(
        Refusals pairs, int source, ulong sourceVolume, ulong size, int destination, ulong volume, long type, out int error)
    {
        error = CloneBlocks(destination, source);
        error = error == 0 && !HasSize(destination, type, size) ? EINVAL : error;
        if (error == 0)
        {
            return Reason.None;
        }

        // EXDEV within one device number, where the next file may be cloned: overlayfs, whose files lie on several volumes below, or two
        // mounts of one volume before Linux 5.18.
        // The refusal of one file says nothing about the next, and costs less than the copy that follows.
        Reason reason = Errno.OfClone(error);
        if (reason == Reason.VolumeCannotClone || (reason == Reason.DifferentVolumes && sourceVolume != volume))
        {
            pairs.Remember(sourceVolume, volume, reason);
            return reason;
        }

        if (Errno.AlsoFailsCopy(reason))
        {
            return reason;
        }

        _ = ftruncate(destination, 0); // ioctl_ficlone(2) does not promise that a refusal wrote nothing.
        return Reason.FileCannotBeCloned;
    }

    /// <summary>
    /// Some versions of OpenZFS answer 0 and clone nothing (openzfs/zfs#15728): the answer of other file systems than btrfs and xfs is
    /// compared with the file.
    /// </summary>
    private static bool HasSize(int made, long type, ulong size) =>
        type is BTRFS_SUPER_MAGIC or XFS_SUPER_MAGIC || (TryGetStatus(made, out Statx status) && status.Size == size);
}
