using System;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Claiming the right to make an entry, and making it: both its files under another name and renamed, the record last.</summary>
internal sealed unsafe partial class LinuxCloneCache
{
    private const uint OwnerReads = 0x100; // 0400
    private const uint OwnerWrites = 0x180; // 0600

    // The change time comes in ticks (up to 10 ms; whole seconds on old file systems), so a file that was changed just now may be changed
    // again without a trace. Such a file is an output of this build anyhow, which nothing is gained from keeping.
    private const int SettledSeconds = 2;

    /// <summary>
    /// The claim's descriptor; -1 when no entry is to be made, and then <paramref name="busy"/> when another process is making it.
    /// </summary>
    internal int Claim(in CacheNames names, in Statx source, out bool busy)
    {
        busy = false;
        if (Problem != CacheProblem.None || !IsSettled(source))
        {
            return -1;
        }

        fixed (CacheNames* name = &names)
        {
            int claim = LockedTempFile.Create(_folder, name->Claim, OwnerWrites, out int error);
            if (claim < 0 && error == EEXIST && !IsFile(name->Claim) && TryMakeWay(name->Claim))
            {
                // Two that find a pipe there may both come here, and then each has a claim. Only a record that names the very file beside
                // it counts.
                claim = LockedTempFile.Create(_folder, name->Claim, OwnerWrites, out error);
            }

            busy = claim < 0 && error == EEXIST;
            if (claim < 0 && !busy)
            {
                CannotWrite(error);
            }

            return claim;
        }
    }

    /// <summary>
    /// A copy of the source in the folder, where no other user can write, open for reading and to be closed by the caller; -1 when there is
    /// none, and nothing of it is left. The source may have been read in part then.
    /// </summary>
    /// <param name="destination">That is to be cloned from it. Tried before anything is copied.</param>
    /// <param name="error">The errno of a copy that failed; 0 when it did not come to one.</param>
    internal int CopyIn(
        in CacheNames names, int source, in Statx status, in DestinationFile destination, LinuxScratch scratch, out int error)
    {
        error = 0;
        fixed (CacheNames* name = &names)
        {
            int made = CreateNew(name);
            if (made < 0 && Error == EEXIST && TryMakeWay(name->New))
            {
                // A killed process left this file and no process uses it: the claim is ours.
                made = CreateNew(name);
            }

            if (made < 0)
            {
                CannotWrite(Error);
                return -1;
            }

            if (CanClone(made, destination)
                && (error = ReadWriteCopy.Copy(
                    source, made, status.Size, _cloner.FileSystems.IsFastestReadAndWritten(source, status), scratch)) == 0)
            {
                return made;
            }

            _ = unlinkat(_folder, name->New, 0);
            _ = close(made);
            return -1;
        }
    }

    /// <summary>Makes the entry of what <see cref="CopyIn"/> gave. False when none was made; then <see cref="Discard"/> is due.</summary>
    internal bool TryAdd(int claim, in CacheNames names, LinuxScratch scratch, int source, in Statx sourceBefore, int made)
    {
        fixed (CacheNames* name = &names)
        {
            // Changed while it was copied: the copy may have some of the old content and some of the new.
            bool unchanged = TryGetStatus(source, out Statx now) && CacheRecord.IsSame(sourceBefore, now);
            if (!unchanged || !TryPublish(claim, name, made, scratch, sourceBefore))
            {
                return false;
            }
        }

        _ = close(claim);
        CountAdded((long)sourceBefore.Size);
        return true;
    }

    /// <summary>Ends a claim after <see cref="CopyIn"/> without an entry.</summary>
    internal void Discard(int claim, in CacheNames names)
    {
        fixed (CacheNames* name = &names)
        {
            _ = unlinkat(_folder, name->New, 0);
        }

        ReleaseClaim(claim, names);
    }

    /// <summary>Ends a claim without an entry.</summary>
    internal void ReleaseClaim(int claim, in CacheNames names)
    {
        fixed (CacheNames* name = &names)
        {
            _ = unlinkat(_folder, name->Claim, 0);
        }

        _ = close(claim);
    }

    private bool IsFile(byte* name) => !TryGetStatus(_folder, name, out Statx status) || status.IsRegularFile;

    private int CreateNew(CacheNames* name) => openat(_folder, name->New, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, OwnerReads);

    /// <summary>
    /// Asked with a file that has nothing in it yet, so nothing is copied for a destination that it cannot be cloned to. What the
    /// destination has stays: no bytes are none to be replaced (generic_remap_file_range_prep in fs/remap_range.c).
    /// </summary>
    private bool CanClone(int made, in DestinationFile destination)
    {
        if (ioctl(destination.Descriptor, (nuint)FICLONE, made) == 0)
        {
            return true;
        }

        int error = Error;
        if (error is EXDEV or EOPNOTSUPP or ENOTTY or ENOSYS)
        {
            _pairs.RememberCannot(_volume, destination.Volume, error == EXDEV ? Reason.DifferentVolumes : Reason.VolumeCannotClone);
            Problem = error == EXDEV ? CacheProblem.OnAnotherVolume : Problem;
        }
        else
        {
            // EINVAL: btrfs, where one of the two is in a folder without copy-on-write (chattr +C).
            _pairs.CountRefusal(_volume, destination.Volume);
        }

        return false;
    }

    private bool TryPublish(int claim, CacheNames* name, int made, LinuxScratch scratch, in Statx source)
    {
        if (!TryRename(name->New, name->Entry))
        {
            return false;
        }

        bool recorded = TryGetStatus(made, out Statx entry)
            && entry.Size == source.Size
            && TryWriteRecord(claim, scratch, source, entry)
            && TryRename(name->Claim, name->Record);
        if (!recorded)
        {
            // Without a record of its own it would lie there until it is pruned. What record there is, is of the entry that was here
            // before.
            _ = unlinkat(_folder, name->Entry, 0);
            _ = unlinkat(_folder, name->Record, 0);
        }

        return recorded;
    }

    private bool TryWriteRecord(int claim, LinuxScratch scratch, in Statx source, in Statx entry)
    {
        fixed (byte* record = scratch.Record)
        {
            *(CacheRecord*)record = CacheRecord.Of(source, entry);
            int path = Array.IndexOf(scratch.Source, (byte)0);
            Buffer.BlockCopy(scratch.Source, 0, scratch.Record, sizeof(CacheRecord), path);
            nint length = sizeof(CacheRecord) + path;
            nint written = write(claim, record, (nuint)length);
            if (written != length)
            {
                CannotWrite(written < 0 ? Error : ENOSPC);
                return false;
            }
        }

        return true;
    }

    private bool TryRename(byte* from, byte* to) =>
        renameat(_folder, from, _folder, to) == 0
        || (Error is EISDIR or ENOTEMPTY or EEXIST && TryMakeWay(to) && renameat(_folder, from, _folder, to) == 0);

    /// <summary>
    /// Removes what has one of the cache's own names and is no file that the cache has made: a pipe, a link, a folder. A folder that is not
    /// empty is not the cache's to delete; it gets another name.
    /// </summary>
    private bool TryMakeWay(byte* name)
    {
        if (unlinkat(_folder, name, 0) == 0 || Error == ENOENT)
        {
            return true;
        }

        if (Error != EISDIR)
        {
            return false;
        }

        if (unlinkat(_folder, name, AT_REMOVEDIR) == 0)
        {
            return true;
        }

        byte* other = stackalloc byte[CacheNames.AsideLength];
        CacheNames.WriteAside(name, other);
        return renameat(_folder, name, _folder, other) == 0;
    }

    /// <summary>Not tried again in this call.</summary>
    internal void CannotWrite(int error)
    {
        // The folder was deleted while in use: the next call makes another.
        if (error != ENOENT)
        {
            Problem = CacheProblem.NotWritable;
            ErrorNumber = error;
        }
    }

    private static bool IsSettled(in Statx source) =>
        source.ChangeSeconds + SettledSeconds < DateTimeOffset.UtcNow.ToUnixTimeSeconds();
}
