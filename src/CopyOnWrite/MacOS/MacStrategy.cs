using System;
using System.Collections.Generic;
using System.IO;
using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// Clones with fclonefileat, from the opened and locked source, so that what was looked at is what is cloned. A clone is whole at once, with the
/// source's mode, times, attributes and access list: there is nothing to stamp and nothing half-written to hide.
/// <para>
/// What is not cloned is left to the built-in task. .NET's File.Copy there does what a copy of ours would have to repeat call by call
/// (fcopyfile with access list and extended attributes), and it was tried on macOS, which this was not.
/// </para>
/// </summary>
internal sealed class MacStrategy : ICopyStrategy
{
    private const int MostInterruptions = 1000;

    private readonly IMacCalls _system;
    private readonly VolumePairs _pairs;

    internal MacStrategy(IMacCalls system, VolumePairs pairs)
    {
        _system = system;
        _pairs = pairs;
    }

    public bool IsUnchanged(string source, string destination, FolderMemory? folders = null)
    {
        MacPaths paths = MacPaths.OfThisThread;
        return NativePath.TryEncode(destination, paths.Destination)
            && NativePath.TryEncode(source, paths.Source)
            && _system.StatusOf(paths.Destination, out Stat there) == 0
            && there.IsPlainFile
            && _system.StatusOf(paths.Source, out Stat here) == 0
            && !here.IsFolder
            && here.Size == there.Size
            && here.ModifySeconds == there.ModifySeconds
            && here.ModifyNanoseconds / 100 == there.ModifyNanoseconds / 100;
    }

    public bool IsUnchanged(string sourceFolder, string destinationFolder, string name, FolderMemory folders) =>
        IsUnchanged(Path.Combine(sourceFolder, name), Path.Combine(destinationFolder, name));

    public bool TryList(string folder, ICollection<FolderEntry> entries, out string? why) => SystemListing.TryList(folder, entries, out why);

    public bool TryLookAt(string path, out SeenFile seen)
    {
        MacPaths paths = MacPaths.OfThisThread;
        seen = default;
        if (!NativePath.TryEncode(path, paths.Source) || _system.StatusOfTarget(paths.Source, out Stat status) != 0)
        {
            return false;
        }

        EntryKind kind = status.IsPlainFile ? EntryKind.File : status.IsFolder ? EntryKind.Folder : EntryKind.Other;
        seen = new SeenFile(
            kind, status.Size, UnixTime.Of(status.ModifySeconds, status.ModifyNanoseconds), new FileIdentity(status.Volume, status.Inode));
        return true;
    }

    public FolderMemory NewFolderMemory() => new NoFolderMemory();

    /// <summary>Not measured on macOS. The built-in task makes files at once too.</summary>
    public bool MakesFilesAtOnce(string destination) => true;

    /// <summary>None: packages and repository share a volume on a Mac unless somebody has moved one of them.</summary>
    public CloneCache? NewCache(Func<string?> findFolder) => null;

    public void PruneCache(string folder, long maximumBytes, TimeSpan maximumAge)
    {
    }

    public bool AreOnOneVolume(string path, string other)
    {
        var first = new byte[NativePath.MaximumLength];
        var second = new byte[NativePath.MaximumLength];
        return NativePath.TryEncode(path, first)
            && NativePath.TryEncode(other, second)
            && _system.StatusOfTarget(first, out Stat here) == 0
            && _system.StatusOfTarget(second, out Stat there) == 0
            && here.Volume == there.Volume;
    }

    public FileOutcome Copy(string source, string destination, CloneCache? cache = null, ClonePolicy? policy = null)
    {
        MacPaths paths = MacPaths.OfThisThread;
        if (!NativePath.TryEncode(source, paths.Source) || !NativePath.TryEncode(destination, paths.Destination))
        {
            return FileOutcome.NotHandled(Reason.InvalidPath);
        }

        // ENOENT: the temporary name went away under us, to another process that replaces the same file. Whoever did it is done now.
        long minimum = (policy ?? ClonePolicy.Default).MinimumFileSize;
        FileOutcome outcome = CopyOnce(paths, minimum);
        return outcome.Reason == Reason.OtherError && outcome.ErrorNumber == ENOENT ? CopyOnce(paths, minimum) : outcome;
    }

    private FileOutcome CopyOnce(MacPaths paths, long minimum)
    {
        int error = _system.OpenToRead(paths.Source, out int source);
        if (error != 0)
        {
            return FileOutcome.NotHandled(error is ENOENT or ENOTDIR ? Reason.SourceMissing : MacErrno.OfFile(error), error);
        }

        try
        {
            return CloneOpened(source, paths, minimum);
        }
        finally
        {
            _system.Close(source);
        }
    }

    private FileOutcome CloneOpened(int source, MacPaths paths, long minimum)
    {
        int error = _system.StatusOf(source, out Stat status);
        if (error != 0)
        {
            return FileOutcome.NotHandled(MacErrno.OfFile(error), error);
        }

        if (!status.IsPlainFile)
        {
            return FileOutcome.NotHandled(Reason.SourceIsNotAFile);
        }

        // Other errors are no reason to stop, to .NET neither: file systems without locks.
        if (!FileLocking.IsOff && _system.LockShared(source) == EAGAIN)
        {
            return FileOutcome.NotHandled(Reason.Locked, EAGAIN);
        }

        if (!UnixMode.TryForCopyOf(status.Mode, status.Uid, _system.User, out _))
        {
            return FileOutcome.NotHandled(Reason.OtherError);
        }

        if (status.Size > 0 && status.Size < minimum)
        {
            return FileOutcome.NotHandled(Reason.BelowMinimumSize);
        }

        // The folder is looked at only where there is something to find: where all volumes clone, a clone costs no call for this.
        bool anyKnown = !_pairs.NothingKnownAgainst(status.Volume);
        ulong destinationVolume = anyKnown ? VolumeOfDestination(paths) : 0;
        if (anyKnown && _pairs.WhyNot(status.Volume, destinationVolume) is var known and not Reason.None)
        {
            return FileOutcome.NotHandled(known);
        }

        error = Clone(source, paths.Destination);
        bool replaces = error == EEXIST;
        if (replaces)
        {
            FileOutcome refused = CloneBeside(source, paths, out error);
            if (refused.Reason != Reason.None)
            {
                return refused;
            }
        }

        if (error != 0)
        {
            return Refused(error, status, paths);
        }

        if (anyKnown)
        {
            _pairs.ForgetRefusals(status.Volume, destinationVolume);
        }

        error = Publish(paths, status, replaces);
        return error != 0 ? FileOutcome.NotHandled(MacErrno.OfFile(error), error)
            : status.Size == 0 ? FileOutcome.Copied(Reason.Empty, 0)
            : FileOutcome.Cloned(status.Size);
    }

    /// <summary>Under a temporary name beside the file that is to be replaced, as a clone cannot take the place of a file.</summary>
    /// <param name="error">Of the clone. Where the outcome has a reason, nothing was made.</param>
    private FileOutcome CloneBeside(int source, MacPaths paths, out int error)
    {
        error = _system.StatusOf(paths.Destination, out Stat existing);
        if (error != 0)
        {
            // It was there a moment ago: somebody else is at work on it.
            return FileOutcome.NotHandled(Reason.OtherError, error);
        }

        if (!existing.IsPlainFile)
        {
            return FileOutcome.NotHandled(Reason.DestinationIsNotAPlainFile);
        }

        if (!UnixMode.IsReplaceable(existing.Mode, existing.Uid, _system.User))
        {
            return FileOutcome.NotHandled(Reason.DestinationIsReadOnly);
        }

        if (!NativePath.TryEncodeTemporary(paths.Destination, paths.Temporary, PathHash.Of(paths.Destination), 0))
        {
            return FileOutcome.NotHandled(Reason.InvalidPath);
        }

        error = Clone(source, paths.Temporary);
        if (error == EEXIST)
        {
            // What a killed process left; or a living one's, which finds its file gone and begins again. Either file is whole, so if that process
            // renames ours, the destination is the later of two copies.
            _ = _system.Remove(paths.Temporary);
            error = Clone(source, paths.Temporary);
        }

        return default;
    }

    private int Clone(int source, byte[] destination)
    {
        // Signals interrupt it (EINTR), but not for ever.
        int error = _system.Clone(source, destination);
        for (int again = 1; again < MostInterruptions && error == EINTR; again++)
        {
            error = _system.Clone(source, destination);
        }

        return error;
    }

    /// <summary>0, or the errno of the step that failed; then what was made is gone again.</summary>
    private int Publish(MacPaths paths, in Stat source, bool replaces)
    {
        byte[] made = replaces ? paths.Temporary : paths.Destination;
        int error = UnixMode.IsReadOnly(source.Mode) ? MakeWritable(made) : 0;
        error = error == 0 && replaces ? _system.Rename(made, paths.Destination) : error;
        if (error != 0)
        {
            _ = _system.Remove(made);
        }

        return error;
    }

    /// <summary>As the built-in task does it after File.Copy: whatever file has the name now, and only if it is read-only.</summary>
    private int MakeWritable(byte[] path)
    {
        int error = _system.StatusOf(path, out Stat made);
        return error != 0 || !made.IsPlainFile || !UnixMode.IsReadOnly(made.Mode) ? error : _system.SetMode(path, UnixMode.Writable(made.Mode));
    }

    private FileOutcome Refused(int error, in Stat source, MacPaths paths)
    {
        if (MacErrno.IsOfVolumes(error) && VolumeOfDestination(paths) is var destination and not 0
            && (error != EXDEV || destination != source.Volume))
        {
            Reason reason = error == EXDEV ? Reason.DifferentVolumes : Reason.VolumeCannotClone;
            _pairs.RememberCannot(source.Volume, destination, reason);
            return FileOutcome.NotHandled(reason, error);
        }

        if (error is ENOENT or ENOTDIR)
        {
            Reason missing = _system.StatusOfTarget(paths.Source, out _) != 0 ? Reason.SourceMissing
                : _system.StatusOfTarget(paths.DestinationFolder(), out Stat folder) != 0 || !folder.IsFolder ? Reason.DestinationFolderMissing
                : Reason.OtherError;
            return FileOutcome.NotHandled(missing, error);
        }

        Reason final = MacErrno.OfClone(error);
        if (final != Reason.None)
        {
            return FileOutcome.NotHandled(final, error);
        }

        _pairs.CountRefusal(source.Volume, VolumeOfDestination(paths));
        return FileOutcome.NotHandled(Reason.FileCannotBeCloned, error);
    }

    /// <summary>0, a volume that no source is on, when it cannot be had.</summary>
    private ulong VolumeOfDestination(MacPaths paths) =>
        _system.StatusOfTarget(paths.DestinationFolder(), out Stat folder) == 0 ? folder.Volume : 0;
}
