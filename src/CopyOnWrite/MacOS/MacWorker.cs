using System;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// Clones with fclonefileat, from the opened and locked source, so that the file that was checked is cloned. A clone is whole at once,
/// with the source's mode, times, attributes and access list: there are no modes or times to set and no partial file to hide.
/// <para>
/// What is not cloned is left to the built-in task. .NET's File.Copy there does what a copy of ours would have to repeat call by call
/// (fcopyfile with access list and extended attributes), and it was tried on macOS, which this was not.
/// </para>
/// </summary>
internal sealed class MacWorker(MacCloner cloner, CloneCall call) : CloneWorker
{
    private readonly IMacCalls _system = cloner.Calls;
    private readonly Refusals _pairs = call.PairsOf(cloner.Pairs)!;
    private readonly bool _required = call.Mode == CloneMode.Required;
    private readonly byte[] _source = new byte[NativePath.MaximumLength];
    private readonly byte[] _destination = new byte[NativePath.MaximumLength];
    private readonly byte[] _temporary = new byte[NativePath.MaximumLength];
    private readonly byte[] _folder = new byte[NativePath.MaximumLength];

    public override void Dispose()
    {
    }

    public override bool IsUnchanged(string source, string destination) =>
        NativePath.TryEncode(destination, _destination)
        && NativePath.TryEncode(source, _source)
        && _system.StatusIn(AT_FDCWD, _destination, followsLinks: false, out Stat there) == 0
        && there.IsRegularFile
        && _system.StatusIn(AT_FDCWD, _source, followsLinks: false, out Stat here) == 0
        && !here.IsFolder
        && here.Size == there.Size
        && here.ModifySeconds == there.ModifySeconds
        && here.ModifyNanoseconds / 100 == there.ModifyNanoseconds / 100;

    public override CloneOutcome Copy(string source, string destination)
    {
        if (!NativePath.TryEncode(source, _source) || !NativePath.TryEncode(destination, _destination))
        {
            return CloneOutcome.NotHandled(Reason.UnsupportedPath);
        }

        // ENOENT: the temporary name was removed by another process that replaces the same file and is done
        // now.
        CloneOutcome outcome = CopyOnce();
        return outcome.Reason == Reason.OtherError && outcome.ErrorNumber == ENOENT ? CopyOnce() : outcome;
    }

    private CloneOutcome CopyOnce()
    {
        int error = _system.OpenToRead(_source, out int source);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(error is ENOENT or ENOTDIR ? Reason.SourceMissing : MacErrno.OfFile(error), error);
        }

        try
        {
            return CloneOpened(source);
        }
        finally
        {
            _system.Close(source);
        }
    }

    private CloneOutcome CloneOpened(int source)
    {
        int error = _system.StatusOf(source, out Stat status);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(MacErrno.OfFile(error), error);
        }

        if (!status.IsRegularFile)
        {
            return CloneOutcome.NotHandled(Reason.SourceIsNotAFile);
        }

        // Other errors, of file systems without locks, are ignored, as in .NET.
        if (!FileLocking.IsOff && _system.LockShared(source) == EAGAIN)
        {
            return CloneOutcome.NotHandled(Reason.Locked, EAGAIN);
        }

        if (!UnixMode.TryForCopyOf(status.Mode, status.Uid, _system.User, out _))
        {
            return CloneOutcome.NotHandled(Reason.OtherError);
        }

        // Asks for the folder's volume only if a clone was refused before: where all volumes clone, this costs no call.
        bool anyKnown = !_pairs.HasNoneFrom(status.Volume);
        ulong destinationVolume = anyKnown ? VolumeOfDestination() : 0;
        Reason known = anyKnown ? _pairs.Find(status.Volume, destinationVolume) : Reason.None;
        CloneOutcome outcome = known != Reason.None
            ? CloneOutcome.NotHandled(known)
            : CloneOpened(source, status, status.Volume, destinationVolume);
        return outcome;
    }

    /// <param name="file">The source, or a copy of it on <paramref name="volume"/>.</param>
    /// <param name="source">The source's status.</param>
    /// <param name="destinationVolume">0 where no clone from this volume was refused.</param>
    private CloneOutcome CloneOpened(int file, in Stat source, ulong volume, ulong destinationVolume)
    {
        int error = Clone(file, _destination);
        bool replaces = error == EEXIST;
        if (replaces && !call.Overwrites)
        {
            return CloneOutcome.NotHandled(Reason.DestinationExists, error);
        }

        if (replaces)
        {
            CloneOutcome refused = CloneBeside(file, out error);
            if (refused.Reason != Reason.None)
            {
                return refused;
            }
        }

        if (error != 0)
        {
            return Refused(error, volume);
        }

        if (destinationVolume != 0)
        {
            _pairs.Forget(volume, destinationVolume);
        }

        error = Publish(source, replaces);
        return error != 0 ? CloneOutcome.NotHandled(MacErrno.OfFile(error), error)
            : source.Size == 0 && !_required ? CloneOutcome.Copied(Reason.Empty, 0)
            : CloneOutcome.Cloned(source.Size);
    }

    /// <summary>Clones to a temporary name beside the file to replace, as a clone cannot replace a file.</summary>
    /// <param name="error">The clone's error. Where the outcome has a reason, nothing was made.</param>
    private CloneOutcome CloneBeside(int source, out int error)
    {
        error = _system.StatusIn(AT_FDCWD, _destination, followsLinks: false, out Stat existing);
        if (error != 0)
        {
            // It was there a moment ago: another process is at work on it.
            return CloneOutcome.NotHandled(Reason.OtherError, error);
        }

        if (!existing.IsRegularFile)
        {
            return CloneOutcome.NotHandled(Reason.DestinationIsNotARegularFile);
        }

        if (!UnixMode.IsReplaceable(existing.Mode, existing.Uid, _system.User))
        {
            return CloneOutcome.NotHandled(Reason.DestinationIsReadOnly);
        }

        if (!NativePath.TryEncodeTemporary(_destination, NativePath.Hash(_destination), _temporary, 0))
        {
            return CloneOutcome.NotHandled(Reason.UnsupportedPath);
        }

        error = Clone(source, _temporary);
        if (error == EEXIST)
        {
            // Left by a killed process, or used by a living one, which then begins again. Either file is whole, so if that
            // process renames ours, the destination is the later of two copies.
            _ = _system.RemoveIn(AT_FDCWD, _temporary);
            error = Clone(source, _temporary);
        }

        return default;
    }

    private int Clone(int source, byte[] destination)
    {
        int error;
        do
        {
            error = _system.CloneIn(source, AT_FDCWD, destination);
        }
        while (error == EINTR);

        return error;
    }

    /// <summary>0, or the errno of the step that failed; then what was made is gone again.</summary>
    private int Publish(in Stat source, bool replaces)
    {
        byte[] made = replaces ? _temporary : _destination;
        int error = UnixMode.IsReadOnly(source.Mode) ? MakeWritable(made) : 0;
        error = error == 0 && replaces ? _system.RenameIn(AT_FDCWD, made, _destination, replaces: true) : error;
        if (error != 0)
        {
            _ = _system.RemoveIn(AT_FDCWD, made);
        }

        return error;
    }

    /// <summary>As the built-in task after File.Copy: acts on any file of that name, and only if it is read-only.</summary>
    private int MakeWritable(byte[] path)
    {
        int error = _system.StatusIn(AT_FDCWD, path, followsLinks: false, out Stat made);
        return error != 0 || !made.IsRegularFile || !UnixMode.IsReadOnly(made.Mode)
            ? error
            : _system.SetMode(path, UnixMode.Writable(made.Mode));
    }

    /// <param name="volume">Of the file that was to be cloned.</param>
    private CloneOutcome Refused(int error, ulong volume)
    {
        if (MacErrno.IsOfVolumes(error) && VolumeOfDestination() is var destination and not 0
            && (error != EXDEV || destination != volume))
        {
            Reason reason = error == EXDEV ? Reason.DifferentVolumes : Reason.VolumeCannotClone;
            _pairs.Remember(volume, destination, reason);
            return CloneOutcome.NotHandled(reason, error);
        }

        if (error is ENOENT or ENOTDIR)
        {
            Reason missing = _system.StatusIn(AT_FDCWD, _source, followsLinks: true, out _) != 0 ? Reason.SourceMissing
                : !TryStatDestinationFolder(out Stat folder) || !folder.IsFolder ? Reason.DestinationFolderMissing
                : Reason.OtherError;
            return CloneOutcome.NotHandled(missing, error);
        }

        Reason final = MacErrno.OfClone(error);
        if (final != Reason.None)
        {
            return CloneOutcome.NotHandled(final, error);
        }

        _pairs.CountOne(volume, VolumeOfDestination());
        return CloneOutcome.NotHandled(Reason.FileCannotBeCloned, error);
    }

    /// <summary>0, a volume that no source is on, when it is unavailable.</summary>
    private ulong VolumeOfDestination() => TryStatDestinationFolder(out Stat folder) ? folder.Volume : 0;

    private bool TryStatDestinationFolder(out Stat folder)
    {
        int length = NativePath.NameIn(_destination);
        Buffer.BlockCopy(_destination, 0, _folder, 0, length);
        _folder[length] = 0;
        return _system.StatusIn(AT_FDCWD, _folder, followsLinks: true, out folder) == 0;
    }
}
