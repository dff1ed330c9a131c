using System;
using System.Threading;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Clones with FICLONE into a fresh inode, and copies where that is refused. A source is opened and locked as .NET's own File.Copy
/// does (flock, shared), so builds and writers exclude each other as before.
/// </summary>
internal sealed unsafe partial class LinuxWorker : CloneWorker
{
    private readonly ClonePolicy _policy;
    private readonly LinuxCloneCache? _cache;
    private readonly VolumePairs? _pairs;
    private readonly bool _required;
    private readonly OpenFolder _sourceFolder = new();
    private readonly OpenFolder _destinationFolder = new();
    private LinuxScratch? _scratch;

    internal LinuxWorker(LinuxCloner cloner, CloneCall call)
    {
        Cloner = cloner;
        _scratch = cloner.TakeScratch();
        _pairs = call.PairsOf(cloner.Pairs);
        _policy = call.Policy;
        _required = call.Mode == CloneMode.Required;
        Overwrites = call.Overwrites;
        _cache = (LinuxCloneCache?)call.Cache;
    }

    internal LinuxCloner Cloner { get; }

    internal bool Overwrites { get; }

    /// <summary>The destination's folder, in which it is known by its name; AT_FDCWD where it is not open.</summary>
    internal int Folder { get; private set; } = AT_FDCWD;

    /// <summary>Where that name begins in the encoded paths of the destination and its temporary file; 0 for the whole path.</summary>
    internal int Name { get; private set; }

    /// <exception cref="ObjectDisposedException">The buffers may be another worker's by now.</exception>
    internal LinuxScratch Scratch => _scratch ?? throw new ObjectDisposedException(nameof(CloneWorker));

    public override void Dispose()
    {
        _sourceFolder.Close();
        _destinationFolder.Close();
        if (Interlocked.Exchange(ref _scratch, null) is { } scratch)
        {
            Cloner.Return(scratch);
        }
    }

    public override CloneOutcome Copy(string source, string destination)
    {
        if (!NativePath.TryEncode(source, Scratch.Source) || !NativePath.TryEncode(destination, Scratch.Destination))
        {
            return CloneOutcome.NotHandled(Reason.UnsupportedPath);
        }

        CloneOutcome outcome = CopyOnce(source, destination);
        return IsToBeTriedAgain(outcome) ? CopyOnce(source, destination) : outcome;
    }

    private bool IsToBeTriedAgain(in CloneOutcome outcome)
    {
        switch (outcome.Reason)
        {
            // An open folder that was removed has nothing in it for good, whatever has its path now.
            case Reason.SourceMissing:
                return _sourceFolder.TryClose();
            case Reason.DestinationFolderMissing:
                return _destinationFolder.TryClose();

            // ENOENT: the temporary name, or its folder, went away under us. The process that did it is done now.
            case Reason.OtherError when outcome.ErrorNumber == ENOENT:
                _ = _destinationFolder.TryClose();
                return true;
            default:
                return false;
        }
    }

    private CloneOutcome CopyOnce(string source, string destination)
    {
        int folder = _sourceFolder.Of(source, Scratch.Source, Scratch.Temporary, out int name);
        Folder = _destinationFolder.Of(destination, Scratch.Destination, Scratch.Temporary, out int destinationName);
        Name = destinationName;
        fixed (byte* path = Scratch.Source)
        {
            // O_NONBLOCK: opening a pipe must not wait for a writer; for plain files it changes nothing.
            int file = openat(folder, path + name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
            if (file < 0)
            {
                int error = Error;
                return CloneOutcome.NotHandled(error is ENOENT or ENOTDIR ? Reason.SourceMissing : Errno.OfFile(error), error);
            }

            try
            {
                return CopyOpened(file);
            }
            finally
            {
                _ = close(file);
            }
        }
    }

    private CloneOutcome CopyOpened(int source)
    {
        if (!TryGetStatus(source, out Statx status))
        {
            int error = Error;
            return CloneOutcome.NotHandled(Errno.OfFile(error), error);
        }

        if (!status.IsRegularFile)
        {
            return CloneOutcome.NotHandled(Reason.SourceIsNotAFile);
        }

        if (!FileLock.TryTake(source, LOCK_SH))
        {
            return CloneOutcome.NotHandled(Reason.Locked, EAGAIN);
        }

        if (!FileMode.TryForCopyOf(status, Cloner.User, out uint mode))
        {
            return CloneOutcome.NotHandled(Reason.OtherError);
        }

        CloneOutcome refused = DestinationFile.Create(this, mode, out DestinationFile destination);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        CloneOutcome outcome = Fill(source, status, destination);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            bool keepsOld = outcome.Reason == Reason.VolumeFull && destination.WouldNotFitInPlace(status.Size, outcome.ErrorNumber);
            destination.Discard();
            return keepsOld ? CloneOutcome.NotHandled(Reason.VolumeFullEvenInPlace, outcome.ErrorNumber) : outcome;
        }

        int stampError = destination.StampAndPublish(mode, status);
        return stampError == 0 ? outcome : CloneOutcome.NotHandled(Errno.OfFile(stampError), stampError);
    }

    private CloneOutcome Fill(int source, in Statx status, in DestinationFile destination)
    {
        long bytes = (long)status.Size;
        Reason reason = bytes == 0 && !_required ? Reason.Empty
            : _pairs is null ? Reason.CloningDisabled
            : _pairs.WhyNot(status.Volume, destination.Volume) is var known and not Reason.None ? known
            : bytes < _policy.MinimumFileSize ? Reason.BelowMinimumSize
            : IsCopiedWhileDirty(source, status) ? Reason.SourceIsDirty
            : Reason.None;
        int refusal = 0;
        if (reason == Reason.None)
        {
            reason = Clone(source, status.Volume, destination, out refusal);
            if (reason == Reason.None)
            {
                return CloneOutcome.Cloned(bytes);
            }
        }

        return _required ? CloneOutcome.NotHandled(Errno.OfRequiredClone(reason, refusal), refusal)
            : IsFinal(reason) ? CloneOutcome.NotHandled(reason, refusal)
            : reason == Reason.DifferentVolumes && _cache is { } cache && bytes >= cache.MinimumFileSize
                ? FillThrough(cache, source, status, destination)
            : FillInFull(source, status, destination, reason, refusal);
    }

    private bool IsCopiedWhileDirty(int source, in Statx status) =>
        (long)status.Size < (_policy.FreshFileSize ?? FileSystemTypes.FreshFileSize(Cloner.FileSystems.TypeOf(status.Volume, source)))
        && Cloner.DirtyPages.AreIn(source, status);

    private CloneOutcome FillInFull(int source, in Statx status, in DestinationFile destination, Reason reason, int refusal = 0)
    {
        bool byWriting = reason is Reason.SourceIsDirty or Reason.BelowMinimumSize
            || Cloner.FileSystems.IsFastestReadAndWritten(source, status);
        destination.BeginContent();
        int error = ReadWriteCopy.Copy(source, destination.Descriptor, status.Size, byWriting, Scratch);
        return error == 0 ? CloneOutcome.Copied(reason, (long)status.Size, refusal) : CloneOutcome.NotHandled(Errno.OfFile(error), error);
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
        while (interruptions.ShouldRetry(error));

        if (error == 0)
        {
            if (!_pairs!.HasNoRefusalFrom(sourceVolume))
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
}
