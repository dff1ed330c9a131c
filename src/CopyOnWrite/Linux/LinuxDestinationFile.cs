using System;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// The file being made: under its own name if that is free and it may be a clone, otherwise beside the destination under a temporary
/// name, renamed at the end: a reader finds the old file or the new one (rename(2)), and a killed process leaves no half-written file,
/// which targets with Inputs and Outputs would take for up to date. The name's old hard links and link targets stay as they are. If
/// disposed before it is published, it leaves nothing behind.
/// </summary>
/// <param name="isBeside">Whether it has a temporary name.</param>
/// <param name="replaces">Whether a file has the destination's name.</param>
internal sealed unsafe class LinuxDestinationFile(
    int descriptor, LinuxWorker maker, uint mode, bool isBeside, bool replaces) : IDisposable
{
    private readonly DestinationFolderCache.Folder _folder = maker.Scratch.Folders.Of(maker.Scratch.Destination, mode, descriptor);
    private bool _isPublished;

    internal int Descriptor { get; } = descriptor;

    /// <summary>0, a volume that no source is on, if it is unavailable.</summary>
    internal ulong Volume => _folder.Volume;

    private byte[] PathMade => isBeside ? maker.Scratch.Temporary : maker.Scratch.Destination;

    /// <summary>Null, with an outcome of kind NotHandled, when no file can be made; then nothing was left.</summary>
    /// <param name="namesWhole">Whether it gets its name when it is whole: it is known to be copied, which takes time.</param>
    internal static CloneOutcome Create(LinuxWorker worker, uint mode, bool namesWhole, out LinuxDestinationFile? created)
    {
        created = null;
        if ((worker.Scratch.ExpectsExisting || namesWhole) && worker.Overwrites)
        {
            CloneOutcome beside = CreateBeside(worker, mode, mayBeNew: namesWhole, out created);
            if (beside.Reason != Reason.OtherError)
            {
                return beside;
            }

            worker.Scratch.ExpectsExisting = false;
        }

        // Open for reading as well: the cache's entry is cloned from it.
        int descriptor = open(worker.Scratch.Destination, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor >= 0)
        {
            created = new LinuxDestinationFile(descriptor, worker, mode, isBeside: false, replaces: false);

            // .NET's File.Copy writes under an exclusive lock, so another .NET reader waits.
            if (!TryLock(descriptor, LOCK_EX))
            {
                created.Dispose();
                created = null;
                return CloneOutcome.NotHandled(Reason.Locked, EAGAIN);
            }

            return default;
        }

        int error = Error;
        return error switch
        {
            EEXIST when worker.Overwrites => CreateBeside(worker, mode, mayBeNew: false, out created),
            EEXIST => CloneOutcome.NotHandled(Reason.DestinationExists, error),
            ENOENT or ENOTDIR => CloneOutcome.NotHandled(Reason.DestinationFolderMissing, error),
            EISDIR => CloneOutcome.NotHandled(Reason.DestinationIsNotARegularFile, error),
            _ => CloneOutcome.NotHandled(Errno.OfFile(error), error),
        };
    }

    /// <summary>
    /// Called before content is written: has it sent to the disk when the file is closed, where otherwise it might have its length and
    /// times there before its content (<see cref="FileSystemTypes.WritesLengthBeforeContent"/>). A rename over another file does that as
    /// well.
    /// </summary>
    internal void BeginContent()
    {
        if (!isBeside)
        {
            // A killed process may have known that this file is copied, and made it beside.
            LockedTempFile.RemoveLeftoverOf(maker.Scratch.Destination, maker.Scratch.Temporary);
        }

        if (!replaces && FileSystemTypes.WritesLengthBeforeContent(maker.Cloner.FileSystems.TypeOf(Volume, Descriptor)))
        {
            _ = ftruncate(Descriptor, 0);
        }
    }

    /// <summary>0, or the errno of the step that failed.</summary>
    internal int StampAndPublish(uint mode, in Statx source)
    {
        // Mode, then times: until the last step the file differs from its source and would be copied again.
        Timespec* times = stackalloc Timespec[2];
        times[0] = new Timespec { Seconds = source.AccessSeconds, Nanoseconds = source.AccessNanoseconds };
        times[1] = new Timespec { Seconds = source.ModifySeconds, Nanoseconds = source.ModifyNanoseconds };

        // EPERM: the volume does not keep owners and modes (exFAT); .NET's File.Copy ignores it as well.
        int error = _folder.GrantsMode || fchmod(Descriptor, mode) == 0 || Error == EPERM ? 0 : Error;
        error = error != 0 || futimens(Descriptor, times) == 0 || Error == EPERM ? error : Error;
        error = error != 0 ? error : ErrorOfClosing();
        if (error == 0 && isBeside)
        {
            error = renameat(AT_FDCWD, PathMade, AT_FDCWD, maker.Scratch.Destination) == 0 ? 0 : Error;
        }

        _isPublished = error == 0;
        return error;
    }

    /// <summary>
    /// A network volume may report only on closing that it had no space (close(2)), also on closing a duplicate. The file itself stays
    /// open, and so locked, until it has its name: without the lock another process that replaces the same file would take it for a
    /// leftover.
    /// </summary>
    private int ErrorOfClosing()
    {
        int duplicate = maker.Cloner.FileSystems.IsKnownLocal(Volume, Descriptor) ? -1
            : fcntl(Descriptor, F_DUPFD_CLOEXEC, 0);
        return duplicate < 0 || close(duplicate) == 0 || Error == EINTR ? 0 : Error;
    }

    public void Dispose()
    {
        // Another process may have replaced the file of this name, which must not be deleted.
        if (!_isPublished && (isBeside || LockedTempFile.IsNamed(AT_FDCWD, PathMade, Descriptor)))
        {
            _ = unlinkat(AT_FDCWD, PathMade, 0);
        }

        if (!isBeside)
        {
            Unlock(Descriptor);
        }

        _ = close(Descriptor);
    }

    private static CloneOutcome CreateBeside(LinuxWorker worker, uint mode, bool mayBeNew, out LinuxDestinationFile? created)
    {
        created = null;
        bool exists = TryGetStatus(AT_FDCWD, worker.Scratch.Destination, out Statx existing);
        if (!exists && !(mayBeNew && Error == ENOENT))
        {
            // It existed a moment ago: another process is working on it, and the built-in's retries are for that.
            return CloneOutcome.NotHandled(Reason.OtherError, Error);
        }

        if (exists && (!existing.IsRegularFile || !UnixMode.IsReplaceable(existing.Mode, existing.Uid, worker.Cloner.User)))
        {
            return CloneOutcome.NotHandled(
                existing.IsRegularFile ? Reason.DestinationIsReadOnly : Reason.DestinationIsNotARegularFile);
        }

        int descriptor = LockedTempFile.CreateBeside(worker.Scratch.Destination, worker.Scratch.Temporary, mode, out int error);
        if (descriptor >= 0)
        {
            created = new LinuxDestinationFile(descriptor, worker, mode, isBeside: true, replaces: exists);
            worker.Scratch.ExpectsExisting = exists;
            return default;
        }

        if (!exists)
        {
            return CloneOutcome.NotHandled(Reason.OtherError, error);
        }

        // A caller that went on would write into the file itself, and so into its other hard links (dotnet/msbuild#14956).
        Reason reason = Errno.OfFile(error);
        return CloneOutcome.NotHandled(
            reason == Reason.AccessDenied && existing.Links > 1 ? Reason.DestinationHasHardLinks : reason, error);
    }
}
