using System;
using System.Threading;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Clones with FICLONE into a fresh inode, and copies where that is refused. A source is opened and locked as .NET's own File.Copy
/// does (flock, shared), so builds and writers exclude each other as before.
/// </summary>
internal sealed unsafe partial class LinuxWorker(LinuxCloner cloner, CloneCall call) : CloneWorker
{
    private readonly Refusals? _pairs = call.PairsOf(cloner.Pairs);
    private readonly bool _required = call.Mode == CloneMode.Required;
    private LinuxScratch? _scratch = cloner.TakeScratch();

    internal LinuxCloner Cloner { get; } = cloner;

    internal bool Overwrites { get; } = call.Overwrites;

    /// <exception cref="ObjectDisposedException">The buffers may be another worker's by now.</exception>
    internal LinuxScratch Scratch => _scratch ?? throw new ObjectDisposedException(nameof(CloneWorker));

    public override void Dispose()
    {
        if (Interlocked.Exchange(ref _scratch, null) is { } scratch)
        {
            Cloner.Return(scratch);
        }
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

        // ENOENT: the temporary name, or its folder, was removed by another process, which is done now.
        CloneOutcome outcome = CopyOnce();
        outcome = outcome.Reason == Reason.OtherError && outcome.ErrorNumber == ENOENT ? CopyOnce() : outcome;

        // Not under a quota (EDQUOT), which statfs(2) may not show.
        return outcome.Reason == Reason.VolumeFull && outcome.ErrorNumber == ENOSPC
            && FileSystemTypes.WouldNotFitInPlace(Scratch.Source, Scratch.Destination)
            ? CloneOutcome.NotHandled(Reason.VolumeFullEvenInPlace, ENOSPC)
            : outcome;
    }

    private CloneOutcome CopyOnce()
    {
        // O_NONBLOCK: opening a pipe must not wait for a writer; for plain files it changes nothing.
        int source = open(Scratch.Source, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
        if (source < 0)
        {
            int error = Error;
            return CloneOutcome.NotHandled(error is ENOENT or ENOTDIR ? Reason.SourceMissing : Errno.OfFile(error), error);
        }

        try
        {
            return CopyOpened(source);
        }
        finally
        {
            Unlock(source);
            _ = close(source);
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

        if (!TryLock(source, LOCK_SH))
        {
            return CloneOutcome.NotHandled(Reason.Locked, EAGAIN);
        }

        if (!UnixMode.TryForCopyOf(status.Mode, status.Uid, Cloner.User, out uint mode))
        {
            return CloneOutcome.NotHandled(Reason.OtherError);
        }

        CloneOutcome refused = LinuxDestinationFile.Create(
            this, mode, call.NamesWholeFiles || IsToBeCopied(status, mode), out LinuxDestinationFile? created);
        if (created is null)
        {
            return refused;
        }

        using LinuxDestinationFile destination = created;
        CloneOutcome outcome = Fill(source, status, destination);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            return outcome;
        }

        int stampError = destination.StampAndPublish(mode, status);
        return stampError == 0 ? outcome : CloneOutcome.NotHandled(Errno.OfFile(stampError), stampError);
    }

    /// <summary>Whether the file is known to be copied, by what files before it have shown of its folder and volumes.</summary>
    private bool IsToBeCopied(in Statx source, uint mode)
    {
        ulong volume = source.Size == 0 || _required ? 0 : Scratch.Folders.VolumeOf(Scratch.Destination, mode);
        return volume != 0 && (_pairs?.Find(source.Volume, volume) ?? Reason.CloningDisabled) switch
        {
            Reason.None => false,
            Reason.DifferentVolumes => call.WhyNotCached((long)source.Size) != Reason.None,
            _ => true,
        };
    }

    private CloneOutcome Fill(int source, in Statx status, LinuxDestinationFile destination)
    {
        long bytes = (long)status.Size;
        Reason reason = bytes == 0 && !_required ? Reason.Empty
            : _pairs is null ? Reason.CloningDisabled
            : _pairs.Find(status.Volume, destination.Volume);
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
            : Errno.IsOfCopiesToo(reason) ? CloneOutcome.NotHandled(reason, refusal)
            : reason != Reason.DifferentVolumes ? FillInFull(source, status, destination, reason, refusal)
            : call.WhyNotCached(bytes) is var without and not Reason.None ? FillInFull(source, status, destination, without, refusal)
            : FillThrough(call.Cache!, source, status, destination);
    }

    private CloneOutcome FillInFull(int source, in Statx status, LinuxDestinationFile destination, Reason reason, int refusal = 0)
    {
        bool byWriting = Cloner.FileSystems.IsKnownLocal(status.Volume, source);
        destination.BeginContent();
        int error = ReadWriteCopy.Copy(source, destination.Descriptor, status.Size, byWriting, Scratch);
        return error == 0 ? CloneOutcome.Copied(reason, (long)status.Size, refusal) : CloneOutcome.NotHandled(Errno.OfFile(error), error);
    }

    /// <summary><see cref="Reason.None"/> when cloned; else the reason. Remembers a refusal of the whole volume pair.</summary>
    private Reason Clone(int source, ulong sourceVolume, LinuxDestinationFile destination, out int error)
    {
        int file = destination.Descriptor;
        error = CloneBlocks(file, FICLONE, source);
        if (error == 0)
        {
            if (!_pairs!.HasNoneFrom(sourceVolume))
            {
                _pairs.Forget(sourceVolume, destination.Volume);
            }

            return Reason.None;
        }

        Reason reason = Errno.OfClone(error);
        switch (reason)
        {
            // EXDEV within one device number: overlayfs, whose files lie on several volumes below, or two mounts of one volume before Linux
            // 5.18. The next file may be cloned.
            case Reason.VolumeCannotClone or Reason.DifferentVolumes when error != EXDEV || sourceVolume != destination.Volume:
                _pairs!.Remember(sourceVolume, destination.Volume, reason);
                return reason;
            case var refusal when Errno.IsOfCopiesToo(refusal):
                return refusal;
            default:
                // A full volume says nothing about the next file.
                if (reason != Reason.VolumeFull)
                {
                    _pairs!.CountOne(sourceVolume, destination.Volume);
                }

                _ = ftruncate(file, 0); // ioctl_ficlone(2) does not promise that a refusal wrote nothing.
                return Reason.FileCannotBeCloned;
        }
    }
}
