using System;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Makes entries of sources. An entry is copied from its source, never cloned from a destination, which other users may be able to write
/// to. Both its files are made under other names and renamed, the record last.
/// </summary>
internal sealed unsafe class LinuxCacheFill : CacheFill
{
    private const uint OwnerWrites = 0x180; // 0600

    private readonly LinuxCloner _cloner;
    private readonly ulong _volume;
    private readonly CacheSource[] _sources;
    private readonly CacheEntries _entries;
    private readonly EntryFiles _files;
    private int _folder;

    /// <param name="folder">The open folder, which is closed in the end.</param>
    /// <param name="volume">The folder's.</param>
    internal LinuxCacheFill(LinuxCloner cloner, string path, int folder, ulong volume, CacheSource[] sources)
        : base(path, sources.Length)
    {
        _cloner = cloner;
        _folder = folder;
        _volume = volume;
        _sources = sources;
        _entries = new CacheEntries(folder, cloner.CacheRecords);
        _files = new EntryFiles(folder);
    }

    private protected override bool TryAdd(int source)
    {
        LinuxScratch scratch = _cloner.TakeScratch();
        _sources[source].WritePath(scratch.Source);
        bool present = TryAdd(_sources[source], scratch);
        _cloner.Return(scratch);
        return present;
    }

    private protected override bool HasTag => CacheTag.IsIn(_folder);

    internal override void KeepTag()
    {
        if (!HasTag)
        {
            _ = CacheTag.Write(_folder);
        }
    }

    public override void Dispose()
    {
        if (_folder >= 0)
        {
            _ = close(_folder);
            _folder = -1;
        }
    }

    /// <summary>True when there is an entry then.</summary>
    private bool TryAdd(CacheSource source, LinuxScratch scratch)
    {
        fixed (byte* path = scratch.Source)
        {
            // Without the lock that File.Copy takes: a program that opens the file for itself alone, behind the call, would fail. That the
            // file changes meanwhile shows in its change time.
            int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
            if (file < 0)
            {
                return false;
            }

            bool present = source.IsUnchanged(file, out Statx status) && TryAdd(source, file, status, scratch);
            _ = close(file);
            return present;
        }
    }

    private bool TryAdd(CacheSource source, int file, in Statx status, LinuxScratch scratch)
    {
        CacheNames names = CacheNames.Of(scratch.Source);
        if (HasEntry(names, scratch, status))
        {
            return true;
        }

        int claim = HasSpaceOrNote(status.Size) ? Claim(names) : -1;
        return claim >= 0 && TryAdd(source, file, status, names, claim, scratch);
    }

    private bool TryAdd(CacheSource source, int file, in Statx status, in CacheNames names, int claim, LinuxScratch scratch)
    {
        bool added = false;

        // Another process may have made it before the claim was had.
        bool there = HasEntry(names, scratch, status);
        if (!there)
        {
            fixed (CacheNames* name = &names)
            {
                int made = CopyIn(name, file, status, scratch);
                if (made >= 0)
                {
                    // Changed while it was copied: the copy may have some of the old content and some of the new.
                    added = TryFlush(made, status) && source.IsUnchanged(file, out _) && TryPublish(claim, name, made, scratch, status);
                    _ = close(made);
                    if (!added)
                    {
                        _files.Remove(name->New);
                    }
                }
            }
        }

        if (added)
        {
            BytesAdded += (long)status.Size;
            _ = close(claim);
        }
        else
        {
            Release(claim, names);
        }

        return there || added;
    }

    private bool HasEntry(in CacheNames names, LinuxScratch scratch, in Statx source)
    {
        int entry = _entries.Open(names, scratch, source, out _);
        if (entry >= 0)
        {
            _ = close(entry);
        }

        return entry >= 0;
    }

    /// <summary>Whether the folder's volume has space for an entry of this size, and for what builds write meanwhile.</summary>
    internal static bool HasSpaceFor(int folder, ulong size)
    {
        Statfs volume;
        return fstatfs(folder, &volume) != 0 || IsSpaceFor(size, volume.AvailableBytes, volume.TotalBytes);
    }

    private bool HasSpaceOrNote(ulong size)
    {
        bool has = HasSpaceFor(_folder, size);
        if (!has)
        {
            CannotWrite(ENOSPC);
        }

        return has;
    }

    /// <summary>The claim's descriptor; -1 when another process is making the entry, or none can be made.</summary>
    private int Claim(in CacheNames names)
    {
        fixed (CacheNames* name = &names)
        {
            int claim = LockedTempFile.Create(_folder, name->Claim, OwnerWrites, out int error);
            if (claim < 0 && error == EEXIST && _files.TryMakeWayForFile(name->Claim))
            {
                // Two that find a pipe there may both come here, and then each has a claim. Only a record that names the very file beside
                // it counts.
                claim = LockedTempFile.Create(_folder, name->Claim, OwnerWrites, out error);
            }

            if (claim < 0 && error != EEXIST)
            {
                CannotWrite(error);
            }

            return claim;
        }
    }

    private void Release(int claim, in CacheNames names)
    {
        fixed (CacheNames* name = &names)
        {
            _files.Remove(name->Claim);
        }

        _ = close(claim);
    }

    /// <summary>A copy of the source, open for reading; -1 when there is none, and nothing of it is left.</summary>
    private int CopyIn(CacheNames* name, int source, in Statx status, LinuxScratch scratch)
    {
        int made = _files.Create(name->New);
        if (made < 0 && Error == EEXIST && _files.TryMakeWay(name->New))
        {
            // A killed process left this file and no process uses it: the claim is ours.
            made = _files.Create(name->New);
        }

        if (made < 0)
        {
            CannotWrite(Error);
            return -1;
        }

        int error = ReadWriteCopy.Copy(source, made, status.Size, _cloner.FileSystems.IsFastestReadAndWritten(source, status), scratch);
        if (error == 0)
        {
            return made;
        }

        // What cannot be read is the source's matter.
        if (error is ENOSPC or EDQUOT)
        {
            CannotWrite(error);
        }

        _files.Remove(name->New);
        _ = close(made);
        return -1;
    }

    /// <summary>
    /// Whether the content is on the disk, from which clones are made. By a clone, which waits for the content as the later ones would
    /// (generic_remap_file_range_prep in fs/remap_range.c, btrfs_remap_file_range_prep), and not for all that the volume's journal has
    /// (fsync): so an entry whose content cannot be written, or that cannot be cloned, is never recorded.
    /// </summary>
    private bool TryFlush(int made, in Statx source)
    {
        if (source.Size >= Writeback.SmallestFile)
        {
            Writeback.Wait(made);
        }

        byte* here = stackalloc byte[] { (byte)'.', 0 };
        int clone = openat(_folder, here, O_TMPFILE | O_RDWR | O_CLOEXEC, OwnerWrites);
        if (clone < 0)
        {
            CannotWrite(Error);
            return false;
        }

        int error;
        var interruptions = default(Interruptions);
        do
        {
            error = ioctl(clone, (nuint)FICLONE, made) == 0 ? 0 : Error;
        }
        while (interruptions.ShouldRetry(error));

        _ = close(clone);
        if (error is ENOSPC or EDQUOT)
        {
            CannotWrite(error);
        }
        else if (error is EOPNOTSUPP or ENOTTY or ENOSYS)
        {
            _cloner.Pairs!.RememberCannot(_volume, _volume, Reason.VolumeCannotClone);
        }

        return error == 0;
    }

    private bool TryPublish(int claim, CacheNames* name, int made, LinuxScratch scratch, in Statx source)
    {
        if (!HasTag || !_files.TryRename(name->New, name->Entry))
        {
            return false;
        }

        bool recorded = TryGetStatus(made, out Statx entry)
            && entry.Size == source.Size
            && TryWriteRecord(claim, scratch, source, entry)
            && _files.TryRename(name->Claim, name->Record)
            && HasTag;
        if (!recorded)
        {
            // Without a record of its own it would lie there until it is pruned. What record there is, is of the entry that was here
            // before.
            _files.Remove(name->Entry);
            _files.Remove(name->Record);
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

    private void CannotWrite(int error)
    {
        // The folder was deleted while in use: the next call makes another.
        if (error != ENOENT)
        {
            Problem = CacheProblem.NotWritable;
            ErrorNumber = error;
        }
    }
}
