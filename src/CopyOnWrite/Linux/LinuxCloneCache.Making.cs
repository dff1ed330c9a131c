using System;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>Claiming the right to make an entry, and making it: both its files under another name and renamed, the record last.</summary>
internal sealed unsafe partial class LinuxCloneCache
{
    private const uint OwnerReads = 0x100; // 0400

    // The change time comes in ticks (up to 10 ms; whole seconds on old file systems), so a file that was changed just now may be changed
    // again without a trace. Such a file is an output of this build anyhow, which nothing is gained from keeping.
    private const int SettledSeconds = 2;

    /// <summary>The claim's descriptor; -1 when no entry is to be made, and then <paramref name="busy"/> when another process is making it.</summary>
    internal int Claim(in CacheNames names, in Statx source, out bool busy)
    {
        busy = false;
        if (Problem != CacheProblem.None || !IsSettled(source))
        {
            return -1;
        }

        fixed (CacheNames* name = &names)
        {
            int claim = TemporaryName.Create(_folder, name->Claim, 0x180, out int error); // 0600
            busy = claim < 0 && error == EEXIST;
            if (claim < 0 && !busy)
            {
                CannotWrite(error);
            }

            return claim;
        }
    }

    /// <summary>Makes an entry of a destination that was just copied in full from the source. False when none was made; the claim ends either way.</summary>
    internal bool Add(int claim, in CacheNames names, PathBuffers buffers, int source, in Statx sourceBefore, int destination, ulong destinationVolume)
    {
        bool unchanged = TryGetStatus(source, out Statx now) && CacheRecord.IsSame(sourceBefore, now);
        if (!unchanged || !TryAdd(claim, names, buffers, sourceBefore, destination, destinationVolume))
        {
            GiveBack(claim, names);
            return false;
        }

        _ = close(claim);
        CountAdded((long)sourceBefore.Size);
        return true;
    }

    /// <summary>Ends a claim without an entry.</summary>
    internal void GiveBack(int claim, in CacheNames names)
    {
        fixed (CacheNames* name = &names)
        {
            _ = unlinkat(_folder, name->Claim, 0);
        }

        _ = close(claim);
    }

    private bool TryAdd(int claim, in CacheNames names, PathBuffers buffers, in Statx source, int destination, ulong destinationVolume)
    {
        fixed (CacheNames* name = &names)
        {
            int made = CreateNew(name);
            if (made < 0 && Error == EEXIST)
            {
                // What a killed process left under this name is nobody's: the claim is ours.
                _ = unlinkat(_folder, name->New, 0);
                made = CreateNew(name);
            }

            if (made < 0)
            {
                CannotWrite(Error);
                return false;
            }

            bool added = TryClone(destination, made, destinationVolume) && TryPublish(claim, name, made, buffers, source);
            if (!added)
            {
                _ = unlinkat(_folder, name->New, 0);
            }

            _ = close(made);
            return added;
        }
    }

    private int CreateNew(CacheNames* name) => openat(_folder, name->New, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, OwnerReads);

    private bool TryClone(int destination, int made, ulong destinationVolume)
    {
        if (ioctl(made, (nuint)FICLONE, destination) == 0)
        {
            return true;
        }

        int error = Error;
        if (error is EXDEV or EOPNOTSUPP or ENOTTY or ENOSYS)
        {
            _pairs.RememberCannot(_volume, destinationVolume, error == EXDEV ? Reason.DifferentVolumes : Reason.VolumeCannotClone);
            Problem = error == EXDEV ? CacheProblem.OnAnotherVolume : Problem;
        }
        else
        {
            CannotWrite(error);
        }

        return false;
    }

    private bool TryPublish(int claim, CacheNames* name, int made, PathBuffers buffers, in Statx source)
    {
        if (renameat(_folder, name->New, _folder, name->Entry) != 0
            || !TryGetStatus(made, out Statx entry)
            || entry.Size != source.Size)
        {
            return false;
        }

        fixed (byte* record = buffers.Record)
        {
            *(CacheRecord*)record = CacheRecord.Of(source, entry);
            int path = Array.IndexOf(buffers.Source, (byte)0);
            Buffer.BlockCopy(buffers.Source, 0, buffers.Record, sizeof(CacheRecord), path);
            nint length = sizeof(CacheRecord) + path;
            nint written = write(claim, record, (nuint)length);
            if (written != length)
            {
                CannotWrite(written < 0 ? Error : ENOSPC);
                return false;
            }
        }

        return renameat(_folder, name->Claim, _folder, name->Record) == 0;
    }

    /// <summary>Not tried again in this call.</summary>
    private void CannotWrite(int error)
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
