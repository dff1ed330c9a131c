using System;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Clones with FICLONE into a fresh inode, and copies where that is refused. A source is opened and locked as .NET's own File.Copy
/// does (flock, shared), so builds and writers exclude each other as before.
/// </summary>
internal sealed unsafe partial class LinuxStrategy : ICopyStrategy
{
    private readonly VolumePairs? _pairs;

    /// <param name="pairs">What is known of the volumes; null never clones: the plain-copy strategy.</param>
    internal LinuxStrategy(VolumePairs? pairs) => _pairs = pairs;

    public FolderMemory NewFolderMemory() => new LinuxFolderMemory();

    public CloneCache? NewCache(Func<string?> findFolder) => _pairs is null ? null : new LinuxCloneCache(_pairs, findFolder);

    public bool AreOnOneVolume(string path, string other)
    {
        // Not the thread's buffers: the cache asks for its folder while a file is at work in them.
        var first = new byte[NativePath.MaximumLength];
        var second = new byte[NativePath.MaximumLength];
        return NativePath.TryEncode(path, first)
            && NativePath.TryEncode(other, second)
            && VolumeOf(first) is var volume and not 0
            && volume == VolumeOf(second);
    }

    public void PruneCache(string folder, long maximumBytes, TimeSpan maximumAge)
    {
        // What is no cache, or one that others could have put links into, is not looked through for files to delete.
        int opened = CacheFolder.OpenExisting(folder.TrimEnd('/'), out _);
        if (opened >= 0)
        {
            _ = close(opened);
            CachePruning.Prune(folder, maximumBytes, maximumAge, TemporaryName.TryRemoveLeftover);
        }
    }

    public bool MakesFilesAtOnce(string destination)
    {
        PathBuffers buffers = PathBuffers.OfThisThread;
        return NativePath.TryEncode(destination, buffers.Destination) && FileSystems.MakesFilesAtOnce(FileSystems.TypeOf(buffers.Destination));
    }

    public FileOutcome Copy(string source, string destination, CloneCache? cache = null, ClonePolicy? policy = null)
    {
        PathBuffers buffers = PathBuffers.OfThisThread;
        if (!NativePath.TryEncode(source, buffers.Source) || !NativePath.TryEncode(destination, buffers.Destination))
        {
            return FileOutcome.NotHandled(Reason.InvalidPath);
        }

        // ENOENT: the temporary name, or its folder, went away under us. Whoever did it is done now.
        var how = new How((LinuxCloneCache?)cache, policy ?? ClonePolicy.Default);
        FileOutcome outcome = CopyOnce(buffers, how);
        return outcome.Reason == Reason.OtherError && outcome.ErrorNumber == ENOENT ? CopyOnce(buffers, how) : outcome;
    }

    private FileOutcome CopyOnce(PathBuffers buffers, in How how)
    {
        fixed (byte* path = buffers.Source)
        {
            // O_NONBLOCK: opening a pipe must not wait for a writer; for plain files it changes nothing.
            int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
            if (file < 0)
            {
                int error = Error;
                return FileOutcome.NotHandled(error is ENOENT or ENOTDIR ? Reason.SourceMissing : Errno.OfFile(error), error);
            }

            try
            {
                return CopyOpened(file, buffers, how);
            }
            finally
            {
                _ = close(file);
            }
        }
    }

    private FileOutcome CopyOpened(int source, PathBuffers buffers, in How how)
    {
        if (!TryGetStatus(source, out Statx status))
        {
            int error = Error;
            return FileOutcome.NotHandled(Errno.OfFile(error), error);
        }

        if (!status.IsPlainFile)
        {
            return FileOutcome.NotHandled(Reason.SourceIsNotAFile);
        }

        if (!FileLock.TryTake(source, LOCK_SH))
        {
            return FileOutcome.NotHandled(Reason.Locked, EAGAIN);
        }

        if (!FileMode.TryForCopyOf(status, out uint mode))
        {
            return FileOutcome.NotHandled(Reason.OtherError);
        }

        FileOutcome refused = DestinationFile.Create(buffers, mode, out DestinationFile destination);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        FileOutcome outcome = Fill(source, status, destination, buffers, how);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            bool keepsOld = outcome.Reason == Reason.VolumeFull && destination.WouldNotFitInPlace(status.Size, outcome.ErrorNumber);
            destination.Discard();
            return keepsOld ? FileOutcome.NotHandled(Reason.VolumeFullEvenInPlace, outcome.ErrorNumber) : outcome;
        }

        int stampError = destination.StampAndPublish(mode, status);
        return stampError == 0 ? outcome : FileOutcome.NotHandled(Errno.OfFile(stampError), stampError);
    }

    private FileOutcome Fill(int source, in Statx status, in DestinationFile destination, PathBuffers buffers, in How how)
    {
        long bytes = (long)status.Size;
        Reason reason = bytes == 0 ? Reason.Empty
            : _pairs is null ? Reason.CloningNotAskedFor
            : _pairs.WhyNot(status.Volume, destination.Volume) is var known and not Reason.None ? known
            : bytes < how.Policy.MinimumFileSize ? Reason.BelowMinimumSize
            : IsCopiedWhileFresh(source, status, how.Policy) ? Reason.Fresh
            : Reason.None;
        int refusal = 0;
        if (reason == Reason.None)
        {
            reason = Clone(source, status.Volume, destination, out refusal);
            if (reason == Reason.None)
            {
                return FileOutcome.Cloned(bytes);
            }
        }

        return IsFinal(reason) ? FileOutcome.NotHandled(reason, refusal)
            : reason == Reason.DifferentVolumes && how.Cache is { } cache && bytes >= cache.MinimumFileSize
                ? FillThrough(cache, source, status, destination, buffers)
            : FillInFull(source, status, destination, reason, refusal);
    }

    private static bool IsCopiedWhileFresh(int source, in Statx status, ClonePolicy policy) =>
        (long)status.Size < (policy.FreshFileSize ?? FileSystems.FreshFileSize(FileSystems.TypeOf(status.Volume, source)))
        && FreshSource.IsDirty(source, status);

    private static FileOutcome FillInFull(int source, in Statx status, in DestinationFile destination, Reason reason, int refusal = 0)
    {
        bool byWriting = reason is Reason.Fresh or Reason.BelowMinimumSize || ByteCopy.IsByWriting(source, status);
        destination.BeginContent();
        int error = ByteCopy.Copy(source, destination.Descriptor, status.Size, byWriting);
        return error == 0 ? FileOutcome.Copied(reason, (long)status.Size, refusal) : FileOutcome.NotHandled(Errno.OfFile(error), error);
    }

    /// <summary>Whether a refused clone says that a copy would fail as well.</summary>
    private static bool IsFinal(Reason refusal) => refusal is Reason.AccessDenied or Reason.OtherError;

    /// <summary><see cref="Reason.None"/> when cloned; else why not, and what is worth remembering is remembered.</summary>
    private Reason Clone(int source, ulong sourceVolume, in DestinationFile destination, out int error)
    {
        int file = destination.Descriptor;
        var interruptions = default(Interruptions);
        do
        {
            error = ioctl(file, (nuint)FICLONE, source) == 0 ? 0 : Error;
        }
        while (interruptions.AreFewYet(error));

        if (error == 0)
        {
            if (!_pairs!.NothingKnownAgainst(sourceVolume))
            {
                _pairs.ForgetRefusals(sourceVolume, destination.Volume);
            }

            return Reason.None;
        }

        switch (Errno.OfClone(error))
        {
            // EXDEV within one device number: overlayfs, whose files lie on several volumes below, or two mounts of one volume before Linux
            // 5.18. It says nothing of the next file.
            case Errno.CloneRefusal.Volumes when error != EXDEV || sourceVolume != destination.Volume:
                Reason reason = error == EXDEV ? Reason.DifferentVolumes : Reason.VolumeCannotClone;
                _pairs!.RememberCannot(sourceVolume, destination.Volume, reason);
                return reason;
            case Errno.CloneRefusal.Terminal:
                return Errno.OfFile(error);
            case var refusal:
                if (refusal != Errno.CloneRefusal.Room)
                {
                    _pairs!.CountRefusal(sourceVolume, destination.Volume);
                }

                _ = ftruncate(file, 0); // ioctl_ficlone(2) does not promise that a refusal wrote nothing.
                return Reason.FileCannotBeCloned;
        }
    }

    private static ulong VolumeOf(byte[] path)
    {
        Statx status;
        fixed (byte* start = path)
        {
            return statx(AT_FDCWD, start, 0, STATX_BASIC_STATS, &status) == 0 ? status.Volume : 0;
        }
    }

    /// <summary>What the caller says of how a file is made.</summary>
    private readonly struct How
    {
        internal readonly LinuxCloneCache? Cache;
        internal readonly ClonePolicy Policy;

        internal How(LinuxCloneCache? cache, ClonePolicy policy)
        {
            Cache = cache;
            Policy = policy;
        }
    }
}
