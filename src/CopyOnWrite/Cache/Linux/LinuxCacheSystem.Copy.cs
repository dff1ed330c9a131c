using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>The content of an entry.</summary>
internal sealed partial class LinuxCacheSystem
{
    /// <summary>Its content is on the disk once a clone of it was made: <see cref="CanBeCloned"/>.</summary>
    public int CopyDurably(nint source, nint made, long length)
    {
        LinuxScratch scratch = cloner.TakeScratch();
        bool byWriting = TryGetStatus((int)source, out Statx status) && cloner.FileSystems.IsKnownLocal(status.Volume, (int)source);
        int error = ReadWriteCopy.Copy((int)source, (int)made, (ulong)length, byWriting, scratch, out _);
        cloner.Return(scratch);

        // An error of reading is the source's, not the folder's.
        return error is 0 or ENOSPC or EDQUOT ? error : CacheError.OfThisFile;
    }

    /// <summary>
    /// Makes a clone, which waits for the content as later ones would (generic_remap_file_range_prep in fs/remap_range.c,
    /// btrfs_remap_file_range_prep), and not for all that the volume's journal has (fsync): so an entry whose content cannot be written, or
    /// that cannot be cloned, is never recorded.
    /// </summary>
    public int CanBeCloned(CacheFolder folder, nint made)
    {
        if (TryGetStatus((int)made, out Statx status) && status.Size >= Writeback.SmallestFile)
        {
            Writeback.Wait((int)made);
        }

        int clone = openat((int)folder.Handle, Encode("."), O_TMPFILE | O_RDWR | O_CLOEXEC, ClaimMode);
        if (clone < 0)
        {
            return Result(Error);
        }

        int error = CloneBlocks(clone, (int)made);
        _ = close(clone);
        if (error is EOPNOTSUPP or ENOTTY or ENOSYS)
        {
            pairs.Remember(folder.Volume, folder.Volume, Reason.VolumeCannotClone);
        }

        return error is 0 or ENOSPC or EDQUOT ? error : CacheError.OfThisFile;
    }
}
