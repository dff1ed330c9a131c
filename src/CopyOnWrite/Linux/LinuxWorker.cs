using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Clones with FICLONE into a fresh inode, and copies where that is refused. A source is opened and locked (flock, shared) as File.Copy
/// of .NET does, so builds and writers exclude each other as with the built-in task.
/// </summary>
internal sealed unsafe class LinuxWorker(LinuxPlatform platform, CloneCall call) : CloneWorker
{
    // Without a name, under a temporary name, and then what both have shown.
    private const int MostTries = 3;

    private readonly Refusals? _pairs = platform.Pairs;
    private readonly bool _required = call.Mode == CloneMode.Required;
    private LinuxScratch? _scratch = platform.TakeScratch();

    internal LinuxPlatform Platform { get; } = platform;

    internal bool Overwrites => call.Overwrites;

    /// <exception cref="ObjectDisposedException">The buffers may be another worker's by now.</exception>
    internal LinuxScratch Scratch => _scratch ?? throw new ObjectDisposedException(nameof(CloneWorker));

    public override void Dispose()
    {
        if (Interlocked.Exchange(ref _scratch, null) is { } scratch)
        {
            Platform.Return(scratch);
        }

        base.Dispose();
    }

    public override bool IsUnchanged(string source, string destination) =>
        TryGetStatus(destination, Scratch.Destination, AT_SYMLINK_NOFOLLOW, out Statx there)
        && there.IsRegularFile
        && TryGetStatus(source, Scratch.Source, AT_SYMLINK_NOFOLLOW, out Statx here)
        && !here.IsFolder
        && here.Size == there.Size
        && here.ModifySeconds == there.ModifySeconds
        && here.ModifyNanoseconds / 100 == there.ModifyNanoseconds / 100;

    public override CloneOutcome Copy(string source, string destination)
    {
        if (!NativePath.TryEncode(source, Scratch.Source) || !NativePath.TryEncode(destination, Scratch.Destination))
        {
            return CloneOutcome.NotHandled(Reason.UnsupportedPath);
        }

        CloneOutcome outcome = CopyOnce();
        for (int tries = 1; tries < MostTries && IsToBeTriedAgain(outcome); tries++)
        {
            outcome = CopyOnce();
        }

        return outcome;
    }

    /// <summary>
    /// ENOENT: another process has removed the temporary name, or its folder. EINTR: FUSE and NFS, on a signal. With an error number,
    /// DestinationFolderRefuses is new: the worker remembers the refusal, and the second attempt uses another kind of temporary file.
    /// Without a number, the reason is such a memory, and no other kind is left.
    /// </summary>
    private bool IsToBeTriedAgain(in CloneOutcome outcome) =>
        (outcome.Reason == Reason.DestinationFolderRefuses && outcome.ErrorNumber != 0)
        || (outcome.Reason == Reason.DestinationExists && Overwrites)
        || (outcome.Reason == Reason.OtherError && outcome.ErrorNumber is ENOENT or EINTR);

    private CloneOutcome CopyOnce()
    {
        using var source = new Fd(OpenSource(AT_FDCWD, Scratch.Source, 0, out int error));
        if (!source.IsOpen)
        {
            return CloneOutcome.NotHandled(error is ENOENT or ENOTDIR ? Reason.SourceMissing : Errno.OfFile(error), error);
        }

        try
        {
            return CopyOpened(source.Number);
        }
        finally
        {
            Unlock(source.Number);
        }
    }

    /// <summary>
    /// The descriptor, or -1 with the errno. Opening a pipe does not wait for a writer (O_NONBLOCK, fifo(7)). For a file with a
    /// lease, as Samba and the kernel's NFS server take, that flag means EAGAIN (open(2)): it is opened once more without the flag, which
    /// waits until the lease is broken, by the descriptor of what was found to be a file.
    /// </summary>
    /// <param name="flags">O_NOFOLLOW, or 0.</param>
    internal static int OpenSource(int folder, byte[] path, int flags, out int error)
    {
        int file = openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags, 0);
        error = file < 0 ? Error : 0;
        if (error != EAGAIN)
        {
            return file;
        }

        using var found = new Fd(openat(folder, path, O_PATH | O_CLOEXEC | flags, 0));
        if (found.IsOpen && TryGetStatus(found.Number, out Statx status) && status.IsRegularFile)
        {
            file = open(LockedTempFile.DescriptorPath(found.Number), O_RDONLY | O_CLOEXEC, 0);
            error = file < 0 ? Error : 0;
        }

        return file;
    }

    private CloneOutcome CopyOpened(int source) =>
        !TryGetStatus(source, out Statx status) ? Errno.NotHandled(Error)
        : !status.IsRegularFile ? CloneOutcome.NotHandled(Reason.SourceIsNotAFile)
        : !TryLockShared(source) ? CloneOutcome.NotHandled(Reason.Locked, EAGAIN)
        : !UnixMode.TryForCopyOf(status.Mode, status.Uid, Platform.User, out uint mode) ? CloneOutcome.NotHandled(Reason.OtherError)
        : LinuxDestination.Find(this, mode, out LinuxDestination destination) is { Kind: OutcomeKind.NotHandled } refused ? refused
        : CopyTo(destination, source, status);

    private CloneOutcome CopyTo(in LinuxDestination destination, int source, in Statx status)
    {
        int entry = -1;
        Reason whyNot = WhyNotCloned(status, destination.Folder.Volume);
        whyNot = whyNot == Reason.DifferentVolumes ? FindEntry(source, status, destination.Folder.Volume, out entry) : whyNot;
        try
        {
            using LinuxDestinationFile? made = LinuxDestinationFile.Make(this, destination, status.Size, out CloneOutcome refused);
            if (made is null)
            {
                return refused;
            }

            CloneOutcome outcome = Fill(made, source, status, whyNot, ref entry);
            CloneOutcome published = outcome.Kind == OutcomeKind.NotHandled ? outcome : made.Publish(status);
            return published.Kind == OutcomeKind.NotHandled ? published : outcome;
        }
        finally
        {
            _ = entry < 0 ? 0 : close(entry);
        }
    }

    private Reason WhyNotCloned(in Statx source, ulong volume) =>
        source.Size == 0 && !_required ? Reason.Empty
        : _pairs is null ? Reason.CloningDisabled
        : _pairs.Find(source.Volume, volume);

    /// <summary><see cref="Reason.None"/> with the open cache entry of a source on another volume; else why it is copied.</summary>
    private Reason FindEntry(int source, in Statx status, ulong volume, out int entry)
    {
        entry = -1;
        Reason without = call.WhyNotCached((long)status.Size);
        if (without != Reason.None)
        {
            return without;
        }

        FileFingerprint fingerprint = Platform.Cache!.FingerprintOf(status, source); // Queries the volume.
        if (!Platform.FileSystems.HasChangeTimes(status.Volume, source) || !UnixTime.IsUnique(status.ModifySeconds))
        {
            return Reason.DifferentVolumes;
        }

        var wanted = new CacheSource(NativePath.Decode(Scratch.Source), NativePath.Hash(Scratch.Source), fingerprint);
        Reason whyNot = call.Cache!.Find(wanted, source, new CacheDestination(volume, Scratch.Folder), out nint opened);
        entry = (int)opened;
        return whyNot;
    }

    /// <param name="whyNot">Why neither the source nor an entry is cloned; <see cref="Reason.None"/> when one is.</param>
    /// <param name="entry">The cache's open entry for the source; -1 to clone the source itself.</param>
    private CloneOutcome Fill(LinuxDestinationFile made, int source, in Statx status, Reason whyNot, ref int entry)
    {
        long bytes = (long)status.Size;
        int refusal = 0;
        if (whyNot == Reason.None && entry < 0)
        {
            whyNot = Clone(source, status.Volume, made, status.Size, out refusal);
            if (whyNot == Reason.None)
            {
                return CloneOutcome.Cloned(bytes);
            }

            // The first file between these volumes has shown that they are different.
            whyNot = whyNot == Reason.DifferentVolumes ? FindEntry(source, status, made.Volume, out entry) : whyNot;
        }

        if (entry >= 0)
        {
            whyNot = Clone(entry, call.Cache!.Volume, made, status.Size, out refusal);
            if (whyNot == Reason.None)
            {
                return CloneOutcome.ClonedFromCache(bytes);
            }

            whyNot = Errno.AlsoFailsCopy(whyNot) ? whyNot : Reason.DifferentVolumes;
        }

        return _required ? CloneOutcome.NotHandled(Errno.OfRequiredClone(whyNot, refusal), refusal)
            : Errno.AlsoFailsCopy(whyNot) ? CloneOutcome.NotHandled(whyNot, refusal)
            : CopyContent(source, made.Descriptor, Scratch, whyNot, whyNot == Reason.DifferentVolumes ? 0 : refusal);
    }

    internal static CloneOutcome CopyContent(
        int source, int made, LinuxScratch scratch, Reason reason, int refusal, bool keepsHoles = false)
    {
        long copied;
        int error = keepsHoles
            ? ReadWriteCopy.CopyData(source, made, scratch, out copied)
            : ReadWriteCopy.Copy(source, made, scratch, out copied);
        return error == 0 ? CloneOutcome.Copied(reason, copied, refusal) : Errno.NotHandled(error);
    }

    private Reason Clone(int source, ulong sourceVolume, LinuxDestinationFile destination, ulong size, out int error) =>
        Clone(_pairs!, source, sourceVolume, size, destination.Descriptor, destination.Volume, destination.Type, out error);

    /// <summary><see cref="Reason.None"/> when cloned; else the reason. Remembers a refusal of the whole volume pair.</summary>
    /// <param name="type">The destination's file system, of <see cref="FileSystemTypes"/>.</param>
    internal static Reason Clone(
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

    /// <summary>Some versions of OpenZFS answer 0 and clone nothing (openzfs/zfs#15728): only btrfs and xfs are simply believed.</summary>
    private static bool HasSize(int made, long type, ulong size) =>
        type is BTRFS_SUPER_MAGIC or XFS_SUPER_MAGIC || (TryGetStatus(made, out Statx status) && status.Size == size);
}
