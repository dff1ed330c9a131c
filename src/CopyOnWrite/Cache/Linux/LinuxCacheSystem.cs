using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>The cross-volume cache's calls on Linux. What is in the folder is reached by the folder's descriptor.</summary>
internal sealed unsafe class LinuxCacheSystem(LinuxPlatform platform, Refusals pairs) : ICacheSystem
{
    private const uint FolderMode = 0x1C0; // 0700
    private const uint EntryMode = 0x100; // 0400: it is never written to again.
    private const uint NewMode = 0x180; // 0600: its lock needs a descriptor that is open for writing.
    private const long NanosecondsPerSecond = 1_000_000_000;

    // Opening a pipe in a file's place would wait until a process writes to it (fifo(7)).
    private const int ReadNow = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

    /// <param name="file">The open file that <paramref name="status"/> is of.</param>
    internal FileFingerprint FingerprintOf(in Statx status, int file) => new(
        platform.FileSystems.NumberOf(status.Volume, file), status.Inode, FileEnd: 0, (long)status.Size,
        WrittenOf(status), UnixTime.NanosecondsOf(status.ChangeSeconds, status.ChangeNanoseconds));

    public CacheProblem OpenFolder(string path, bool makes, out CacheFolder? folder, out int error)
    {
        folder = null;
        byte[] encoded = Encode(path);
        error = !makes || mkdirat(AT_FDCWD, encoded, FolderMode) == 0 ? 0 : Error;
        if (error is not (0 or EEXIST))
        {
            return CacheProblem.Inaccessible;
        }

        int opened = open(encoded, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
        if (opened < 0)
        {
            error = Error;
            bool isOthers = error == EACCES && TryGetStatus(AT_FDCWD, encoded, out Statx there) && there.Uid != platform.User;
            return error == ENOENT ? CacheProblem.None
                : isOthers ? CacheProblem.WrongOwner
                : error is ENOTDIR or ELOOP ? CacheProblem.NotAFolder
                : CacheProblem.Inaccessible;
        }

        error = TryGetStatus(opened, out Statx status) ? 0 : Error;
        folder = new CacheFolder(this, opened, path, status.Volume);
        return error != 0 ? CacheProblem.Inaccessible
            : status.Uid != platform.User ? CacheProblem.WrongOwner
            : (status.Mode & UnixMode.OthersWrite) != 0 ? CacheProblem.WritableByOthers
            : CacheProblem.None;
    }

    /// <summary>
    /// Tried by cloning an empty file without a name, as device numbers prove nothing (subvolumes of btrfs). The kernel answers EXDEV, or
    /// EOPNOTSUPP where the file system cannot clone (vfs_clone_file_range in fs/remap_range.c; xfs_file_remap_range).
    /// </summary>
    public CacheProblem CanShareBlocks(string folder, in CacheDestination destination, out int error)
    {
        using var there = new Fd(open(destination.Folder!, O_TMPFILE | O_RDWR | O_CLOEXEC, NewMode));
        if (!there.IsOpen)
        {
            error = Error;
            if (LinuxDestinationFile.MeansNoUnnamedFiles(error))
            {
                pairs.Remember(destination.Volume, destination.Volume, Reason.VolumeCannotClone);
            }

            return CacheProblem.CannotClone;
        }

        // An entry that is being made is known by its lock.
        if (!FileSystemTypes.LocksExclude(platform.FileSystems.TypeOf(destination.Volume, there.Number)))
        {
            error = 0;
            return CacheProblem.CannotClone;
        }

        error = TryClone(there.Number, AT_FDCWD, folder, destination.Volume, out Reason refusal);
        return error == 0 ? CacheProblem.None
            : refusal == Reason.DifferentVolumes ? CacheProblem.OnAnotherVolume
            : refusal == Reason.VolumeCannotClone ? CacheProblem.CannotClone
            : CacheProblem.NotWritable;
    }

    public Reason WhyNot(ulong volume, in CacheDestination destination) => pairs.Find(volume, destination.Volume);

    public bool TryOpenSource(string path, bool letsOthersWrite, out nint file, out FileFingerprint source)
    {
        int opened = open(Encode(path), ReadNow, 0);
        file = opened;
        if (opened < 0 || !TryGetStatus(opened, out Statx status))
        {
            _ = opened < 0 ? 0 : close(opened);
            source = default;
            return false;
        }

        source = FingerprintOf(status, opened);
        return true;
    }

    public Reason WhyNotAdded(nint file, in FileFingerprint source) =>
        CacheSource.IsSettled(source.Changed / NanosecondsPerSecond) ? Reason.None : Reason.DifferentVolumesTooNew;

    public bool TryOpenEntry(CacheFolder folder, string name, in FileFingerprint source, out nint entry)
    {
        int file = openat((int)folder.Handle, Encode(name), ReadNow | O_NOFOLLOW, 0);
        entry = file;
        if (file < 0 || !TryGetStatus(file, out Statx status) || !IsEntry(status, source))
        {
            _ = file < 0 ? 0 : close(file);
            entry = -1;
            return false;
        }

        // Set here, because a clone reads nothing, and volumes may be mounted without access times.
        if (UnixTime.Of(status.AccessSeconds, status.AccessNanoseconds) < DateTime.UtcNow - CacheFiles.UseIsNoted)
        {
            Timespec* times = stackalloc Timespec[] { new() { Nanoseconds = UTIME_NOW }, new() { Nanoseconds = UTIME_OMIT } };
            _ = futimens(file, times);
        }

        return true;
    }

    public void Close(nint file) => _ = close((int)file);

    public void Discard(CacheFolder folder, nint file, string name)
    {
        // While it is locked: a process that another thread starts has inherited the descriptor, and its lock, until it calls execve.
        LockedTempFile.RemoveOwn((int)folder.Handle, Encode(name), (int)file);
        Close(file);
    }

    public int Create(CacheFolder folder, string name, out nint file)
    {
        // Where locks are refused, none of this user's processes removes it either.
        bool hadLeftover = false;
        int error = platform.LockedFiles.Create((int)folder.Handle, Encode(name), NewMode, out int made, out _, ref hadLeftover);
        file = made;
        return Result(error);
    }

    public int Copy(nint source, CacheFolder folder, nint made, long length)
    {
        LinuxScratch scratch = platform.TakeScratch();
        int error = ReadWriteCopy.Copy((int)source, (int)made, scratch, out _);
        platform.Return(scratch);

        // A clone waits for the content as later ones would (generic_remap_file_range_prep in fs/remap_range.c,
        // btrfs_remap_file_range_prep), and not for all that the volume's journal has (fsync): so what cannot be written or cloned never
        // becomes an entry. A process that ends meanwhile waits for the disk, uninterrupted (folio_wait_writeback in mm/page-writeback.c).
        error = error == 0 ? TryClone((int)made, (int)folder.Handle, ".", folder.Volume, out _) : error;

        // An error of reading is the source's, not the folder's.
        return error is 0 or ENOSPC or EDQUOT ? error : CacheError.OfThisFile;
    }

    public int Write(nint file, byte[] content)
    {
        fixed (byte* start = content)
        {
            return Result(ReadWriteCopy.Write((int)file, start, content.Length));
        }
    }

    public int Publish(CacheFolder folder, nint file, string from, string to, FileFingerprint? source)
    {
        if (renameat((int)folder.Handle, Encode(from), (int)folder.Handle, Encode(to)) != 0)
        {
            return CacheError.OfThisFile;
        }

        // Until it has its mode it is no entry: so what a process that is killed here leaves is replaced, as any other file of the name.
        return source is not { } entry || TryMakeEntry((int)file, entry) ? 0 : CacheError.OfThisFile;
    }

    public bool Remove(CacheFolder folder, string name)
    {
        byte[] encoded = Encode(name);
        bool mayBeInTheMaking = CacheFiles.IsUnfinished(name)
            && TryGetStatus((int)folder.Handle, encoded, out Statx status) && status.IsRegularFile;
        return (mayBeInTheMaking
            ? platform.LockedFiles.RemoveLeftover((int)folder.Handle, encoded, out _)
            : LockedTempFile.Remove((int)folder.Handle, encoded)) == 0;
    }

    public bool TryGetSpace(CacheFolder folder, out ulong available, out ulong total)
    {
        bool known = fstatfs((int)folder.Handle, out Statfs volume) == 0;
        available = known ? volume.AvailableBytes : 0;
        total = known ? volume.TotalBytes : 0;
        return known;
    }

    /// <summary>
    /// Whether only this user (or root) can have put the file there, as an entry: a copy does not keep owner and mode unless it is told to,
    /// another user can make no file that belongs to this one, and a hard link to one of this user's has two names.
    /// </summary>
    private bool IsEntry(in Statx status, in FileFingerprint source) =>
        status.IsRegularFile
        && status.Links == 1
        && status.Uid == platform.User
        && (status.Mode & UnixMode.All) == EntryMode
        && (long)status.Size == source.Length
        && WrittenOf(status) == source.Written;

    private bool TryMakeEntry(int file, in FileFingerprint source)
    {
        long nanoseconds = ((source.Written % NanosecondsPerSecond) + NanosecondsPerSecond) % NanosecondsPerSecond;
        Timespec* times = stackalloc Timespec[]
        {
            new() { Nanoseconds = UTIME_NOW },
            new() { Seconds = (source.Written - nanoseconds) / NanosecondsPerSecond, Nanoseconds = nanoseconds },
        };
        return futimens(file, times) == 0 && fchmod(file, EntryMode) == 0;
    }

    /// <summary>Clones a file to one without a name in a folder: 0, or the errno. What it says of the volumes is remembered.</summary>
    /// <param name="volume">The file's.</param>
    /// <param name="refusal">Why nothing can be cloned there; none where no file could be made.</param>
    private int TryClone(int file, int place, string folder, ulong volume, out Reason refusal)
    {
        refusal = Reason.None;
        using var clone = new Fd(openat(place, Encode(folder), O_TMPFILE | O_RDWR | O_CLOEXEC, NewMode));
        int error = clone.IsOpen ? CloneBlocks(clone.Number, file) : Error;
        if (!clone.IsOpen || error == 0 || !TryGetStatus(clone.Number, out Statx status))
        {
            return error;
        }

        refusal = Errno.OfClone(error);
        if (refusal is Reason.DifferentVolumes or Reason.VolumeCannotClone)
        {
            pairs.Remember(status.Volume, volume, refusal);
        }
        else if (error == EINVAL)
        {
            // btrfs, where one of the two is in a folder without copy-on-write (chattr +C): says nothing about other folders.
            refusal = Reason.VolumeCannotClone;
        }

        return error;
    }

    private static long WrittenOf(in Statx status) => UnixTime.NanosecondsOf(status.ModifySeconds, status.ModifyNanoseconds);

    private static byte[] Encode(string name) => Encoding.UTF8.GetBytes(name + '\0');

    /// <summary>Something else has the name, or the folder is being deleted: an error of this file. Others are the folder's.</summary>
    private static int Result(int error) => error is ENOENT or EEXIST ? CacheError.OfThisFile : error;
}
