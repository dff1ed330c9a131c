using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Clones with FICLONE into a fresh inode, and copies where that is refused. A source is opened and locked as .NET's own File.Copy
/// does (flock, shared), so builds and writers exclude each other as before.
/// </summary>
internal sealed unsafe class LinuxStrategy : ICopyStrategy
{
    private readonly VolumePairs? _pairs;

    /// <param name="pairs">What is known of the volumes; null never clones: the plain-copy strategy.</param>
    internal LinuxStrategy(VolumePairs? pairs) => _pairs = pairs;

    public bool IsUnchanged(string source, string destination)
    {
        PathBuffers buffers = PathBuffers.OfThisThread;
        if (!NativePath.TryEncode(source, buffers.Source) || !NativePath.TryEncode(destination, buffers.Destination))
        {
            return false;
        }

        fixed (byte* sourcePath = buffers.Source)
        fixed (byte* destinationPath = buffers.Destination)
        {
            Statx there;
            Statx here;
            return statx(AT_FDCWD, destinationPath, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &there) == 0
                && there.IsPlainFile
                && statx(AT_FDCWD, sourcePath, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &here) == 0
                && !here.IsFolder
                && here.Size == there.Size
                && here.ModifySeconds == there.ModifySeconds
                && here.ModifyNanoseconds / 100 == there.ModifyNanoseconds / 100;
        }
    }

    public FileOutcome Copy(string source, string destination)
    {
        PathBuffers buffers = PathBuffers.OfThisThread;
        if (!NativePath.TryEncode(source, buffers.Source) || !NativePath.TryEncode(destination, buffers.Destination))
        {
            return FileOutcome.NotHandled(Reason.InvalidPath);
        }

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
                return CopyOpened(file, buffers);
            }
            finally
            {
                _ = close(file);
            }
        }
    }

    private FileOutcome CopyOpened(int source, PathBuffers buffers)
    {
        Statx status;
        byte empty = 0;
        if (statx(source, &empty, AT_EMPTY_PATH, STATX_BASIC_STATS, &status) != 0)
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

        FileOutcome outcome = Fill(source, status, destination.Descriptor);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            destination.Discard();
            return outcome;
        }

        int stampError = destination.StampAndPublish(mode, status);
        return stampError == 0 ? outcome : FileOutcome.NotHandled(Errno.OfFile(stampError), stampError);
    }

    private FileOutcome Fill(int source, in Statx status, int destination)
    {
        long bytes = (long)status.Size;
        Reason reason = bytes == 0 ? Reason.Empty
            : _pairs is null ? Reason.CloningNotAskedFor
            : _pairs.NothingKnownAgainst(status.Volume) ? Reason.None
            : _pairs.WhyNot(status.Volume, VolumeOf(destination));
        int refusal = 0;
        if (reason == Reason.None)
        {
            reason = Clone(source, status.Volume, destination, out refusal);
            if (reason == Reason.None)
            {
                return FileOutcome.Cloned(bytes);
            }

            if (reason is Reason.VolumeFull or Reason.AccessDenied or Reason.OtherError)
            {
                return FileOutcome.NotHandled(reason, refusal);
            }
        }

        int error = ByteCopy.Copy(source, destination, status.Size);
        return error == 0 ? FileOutcome.Copied(reason, bytes, refusal) : FileOutcome.NotHandled(Errno.OfFile(error), error);
    }

    /// <summary><see cref="Reason.None"/> when cloned; else why not, and what is worth remembering is remembered.</summary>
    private Reason Clone(int source, ulong sourceVolume, int destination, out int error)
    {
        do
        {
            error = ioctl(destination, (nuint)FICLONE, source) == 0 ? 0 : Error;
        }
        while (error == EINTR);

        if (error == 0)
        {
            if (!_pairs!.NothingKnownAgainst(sourceVolume))
            {
                _pairs.ForgetRefusals(sourceVolume, VolumeOf(destination));
            }

            return Reason.None;
        }

        switch (Errno.OfClone(error))
        {
            // EXDEV within one device number: overlayfs, whose files lie on several volumes below, or two mounts of one volume before Linux
            // 5.18. It says nothing of the next file.
            case Errno.CloneRefusal.Volumes when error != EXDEV || sourceVolume != VolumeOf(destination):
                Reason reason = error == EXDEV ? Reason.DifferentVolumes : Reason.VolumeCannotClone;
                _pairs!.RememberCannot(sourceVolume, VolumeOf(destination), reason);
                return reason;
            case Errno.CloneRefusal.Terminal:
                return Errno.OfFile(error);
            default:
                _pairs!.CountRefusal(sourceVolume, VolumeOf(destination));
                _ = ftruncate(destination, 0); // ioctl_ficlone(2) does not promise that a refusal wrote nothing.
                return Reason.FileCannotBeCloned;
        }
    }

    /// <summary>0, a volume that no source is on, when the file's status cannot be had.</summary>
    private static ulong VolumeOf(int file)
    {
        Statx status;
        byte empty = 0;
        return statx(file, &empty, AT_EMPTY_PATH, STATX_BASIC_STATS, &status) == 0 ? status.Volume : 0;
    }
}
