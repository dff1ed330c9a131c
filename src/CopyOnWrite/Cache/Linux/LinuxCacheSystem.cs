using System;
using System.Collections.Generic;
using System.Text;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>The cross-volume cache's calls on Linux. What is in the folder is reached by the folder's descriptor.</summary>
internal sealed unsafe partial class LinuxCacheSystem(LinuxCloner cloner, Refusals pairs) : ICacheSystem
{
    private const uint FolderMode = 0x1C0; // 0700
    private const uint FileMode = 0x100; // 0400: an entry is never written to again.
    private const uint ClaimMode = 0x180; // 0600: its lock needs a descriptor that is open for writing.
    private const uint OthersWrite = 0x12; // 0022
    private const int OwnerCanAdd = 0xC0; // 0300

    // Opening a pipe in a file's place would wait until a process writes to it (fifo(7)).
    private const int ReadNow = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

    public DateTime Now => DateTime.UtcNow;

    public int DiskFull => ENOSPC;

    internal static FileNumbers NumbersOf(in Statx file) => new()
    {
        Volume = file.Volume,
        File = file.Inode,
        Length = (long)file.Size,
        Written = UnixTime.NanosecondsOf(file.ModifySeconds, file.ModifyNanoseconds),
        Changed = UnixTime.NanosecondsOf(file.ChangeSeconds, file.ChangeNanoseconds),
    };

    public CacheProblem OpenFolder(string path, out CacheFolder? folder, out int error)
    {
        folder = null;
        error = ENAMETOOLONG;
        var encoded = new byte[NativePath.MaximumLength];
        if (!NativePath.TryEncode(path, encoded))
        {
            return CacheProblem.Inaccessible;
        }

        int opened = open(encoded, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
        if (opened < 0)
        {
            error = Error;
            bool isThere = TryGetStatus(path, encoded, AT_SYMLINK_NOFOLLOW, out Statx there);
            bool isLink = isThere && there.IsLink;
            return error == ENOENT ? CacheProblem.None
                : error == EACCES && isThere && there.Uid != cloner.User ? CacheProblem.WrongOwner
                : error is not (ENOTDIR or ELOOP) ? CacheProblem.Inaccessible
                : isLink ? CacheProblem.Link
                : CacheProblem.NotAFolder;
        }

        error = TryGetStatus(opened, out Statx status) ? 0 : Error;
        folder = new CacheFolder(this, opened, path, status.Volume) { IsWritable = (status.Mode & OwnerCanAdd) == OwnerCanAdd };
        return error != 0 ? CacheProblem.Inaccessible
            : status.Uid != cloner.User ? CacheProblem.WrongOwner
            : (status.Mode & OthersWrite) != 0 ? CacheProblem.WritableByOthers
            : CacheProblem.None;
    }

    public int MakeFolder(string path) =>
        mkdir(Encode(path), FolderMode) == 0 ? 0 : Error is var error and not EEXIST ? error : 0;

    /// <summary>
    /// Tried with files without a name, as device numbers prove nothing: subvolumes of one btrfs have different ones. First the
    /// destination's volume is asked, by cloning an empty file onto itself, which changes nothing: 0 or EINVAL where there are clones,
    /// EOPNOTSUPP where there are none (vfs_clone_file_range in fs/remap_range.c; xfs_file_remap_range for xfs without reflink).
    /// </summary>
    public CacheProblem CanShareBlocks(string folder, in CacheDestination destination, out int error)
    {
        int there = open(destination.Folder!, O_TMPFILE | O_RDWR | O_CLOEXEC, FileMode);
        error = there < 0 ? Error : CloneBlocks(there, there);
        if (error is not (0 or EINVAL))
        {
            _ = there < 0 ? 0 : close(there);
            if (LinuxDestinationFile.MeansNoUnnamedFiles(error) || Errno.OfClone(error) == Reason.VolumeCannotClone)
            {
                pairs.Remember(destination.Volume, destination.Volume, Reason.VolumeCannotClone);
            }

            return CacheProblem.CannotClone;
        }

        int file = open(Encode(folder), O_TMPFILE | O_RDWR | O_CLOEXEC, FileMode);
        if (file < 0)
        {
            error = Error;
            _ = close(there);
            return error == ENOENT ? CacheProblem.Deleted : CacheProblem.NotWritable;
        }

        error = CloneBlocks(file, there);
        CacheProblem problem = Remember(error, TryGetStatus(file, out Statx status) ? status.Volume : 0, destination.Volume);
        _ = close(there);
        _ = close(file);
        return problem;
    }

    public Reason WhyNot(ulong volume, in CacheDestination destination) => pairs.Find(volume, destination.Volume);

    public int Open(CacheFolder folder, string name, out nint file)
    {
        file = openat((int)folder.Handle, Encode(name), ReadNow | O_NOFOLLOW, 0);
        return Result(file >= 0);
    }

    public int OpenSource(string path, bool letsOthersWrite, out nint file)
    {
        file = open(Encode(path), ReadNow, 0);
        return Result(file >= 0);
    }

    public void Close(nint file) => _ = close((int)file);

    public int Create(CacheFolder folder, string name, out nint file)
    {
        file = openat((int)folder.Handle, Encode(name), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, FileMode);
        return Result(file >= 0);
    }

    public int TryClaim(CacheFolder folder, string name, out nint claim)
    {
        claim = LockedTempFile.Create((int)folder.Handle, Encode(name), ClaimMode, out int error);
        return claim >= 0 ? 0 : Result(error);
    }

    public int Publish(CacheFolder folder, nint file, string from, string to) =>
        renameat((int)folder.Handle, Encode(from), (int)folder.Handle, Encode(to)) == 0 ? 0 : CacheError.OfThisFile;

    public bool Remove(CacheFolder folder, string name) =>
        LockedTempFile.Remove((int)folder.Handle, Encode(name)) == 0;

    /// <summary>A link or a pipe is not the cache's, but has one of its names.</summary>
    public bool RemoveLeftover(CacheFolder folder, string name) =>
        TryGetStatus((int)folder.Handle, Encode(name), out Statx status) && !status.IsRegularFile
            ? Remove(folder, name)
            : LockedTempFile.RemoveLeftover((int)folder.Handle, Encode(name)) == 0;

    public bool TryList(CacheFolder folder, ICollection<FolderEntry> entries) =>
        lseek((int)folder.Handle, 0, SEEK_SET) == 0 && FolderListing.TryList((int)folder.Handle, entries);

    public bool TryStat(CacheFolder folder, string name, out CacheFileState state)
    {
        bool isThere = TryGetStatus((int)folder.Handle, Encode(name), out Statx status) && !status.IsFolder;
        state = new CacheFileState((long)status.Size, UnixTime.Of(status.ModifySeconds, status.ModifyNanoseconds));
        return isThere;
    }

    public void Touch(CacheFolder folder, string name)
    {
        // Opened to read: an owner may set the time of a read-only file.
        if (Open(folder, name, out nint file) == 0)
        {
            _ = futimens((int)file, null);
            Close(file);
        }
    }

    public int Read(nint file, byte[] buffer)
    {
        fixed (byte* start = buffer)
        {
            return (int)read((int)file, start, (nuint)buffer.Length);
        }
    }

    public int Write(nint file, byte[] content)
    {
        fixed (byte* start = content)
        {
            return Result(ReadWriteCopy.Write((int)file, start, content.Length));
        }
    }

    public bool TryGetNumbers(nint file, bool isSource, out FileNumbers numbers)
    {
        bool isFile = TryGetStatus((int)file, out Statx status) && status.IsRegularFile;
        numbers = NumbersOf(status);
        return isFile;
    }

    public bool IsTrusted(nint record, out DateTime written)
    {
        bool found = TryGetStatus((int)record, out Statx status);
        written = UnixTime.Of(status.ModifySeconds, status.ModifyNanoseconds);
        return found && status.IsRegularFile && status.Uid == cloner.User && (status.Mode & OthersWrite) == 0;
    }

    /// <summary>This user's record names this user's entry by its change time, which no call can set.</summary>
    public bool IsTrustedEntry(nint entry) => true;

    public bool TryGetSpace(CacheFolder folder, out ulong available, out ulong total)
    {
        bool known = fstatfs((int)folder.Handle, out Statfs volume) == 0;
        available = known ? volume.AvailableBytes : 0;
        total = known ? volume.TotalBytes : 0;
        return known;
    }

    private CacheProblem Remember(int error, ulong volume, ulong destination)
    {
        switch (error)
        {
            case 0:
                return CacheProblem.None;
            case EXDEV:
                pairs.Remember(volume, destination, Reason.DifferentVolumes);
                return CacheProblem.OnAnotherVolume;
            case EOPNOTSUPP or ENOTTY or ENOSYS:
                pairs.Remember(volume, destination, Reason.VolumeCannotClone);
                return CacheProblem.CannotClone;
            case EINVAL:
                // btrfs, where one of the two is in a folder without copy-on-write (chattr +C).
                pairs.CountOne(volume, destination);
                return CacheProblem.CannotClone;
            default:
                return CacheProblem.NotWritable;
        }
    }

    private static byte[] Encode(string name) => Encoding.UTF8.GetBytes(name + '\0');

    private static int Result(bool isDone) => isDone ? 0 : Result(Error);

    /// <summary>Something else has the name, or the folder is being deleted: an error of this file. Others are the folder's.</summary>
    private static int Result(int error) => error is ENOENT or EEXIST ? CacheError.OfThisFile : error;
}
