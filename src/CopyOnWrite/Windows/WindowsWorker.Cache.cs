using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>A source on another volume, with the cross-volume cache.</summary>
internal sealed unsafe partial class WindowsWorker
{
    /// <summary>
    /// A clone of the source's entry; else of kind NotHandled, with the reason for a copy (<see cref="MayBeCopied"/>) or for none.
    /// </summary>
    private CloneOutcome CloneFromCache(
        WindowsCloneCache cache, string source, in SourceFile seen, string destination, bool replaces, FolderVolumeCache.Folder folder)
    {
        // Questions about a file on another machine are slow, and its times are that machine's.
        bool isRemote = (seen.LinkedVolume ?? _cloner.Folders.VolumeOf(source)) is { Remoteness: > 0 };
        bool isSparse = (seen.Attributes & FILE_ATTRIBUTE_SPARSE_FILE) != 0;
        VolumeInfo volume = folder.Volume!;
        if (isRemote
            || isSparse
            || seen.Length < volume.ClusterSize
            || _pairs!.WhyNot(volume.Serial, volume.Serial) != Reason.None
            || !cache.IsFor(folder))
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes);
        }

        // Sharing as CopyFile shares its source: no other program is writing to it while it is looked at.
        if (_calls.CreateFile(source, GENERIC_READ, ReadAndDelete, OPEN_EXISTING, 0, out nint file) != 0)
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes);
        }

        CloneOutcome outcome = CloneOrNoteMissed(
            cache, source, file, destination, folder, out SourceIdentity identity, out DestinationFile made);
        _calls.CloseHandle(file);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            return outcome;
        }

        // Asked while it is open: another file may have its name a moment later.
        FILE_ID_INFO id;
        bool isKnown = _calls.GetFileInformation(made.Handle, FileIdInfo, &id, sizeof(FILE_ID_INFO)) == 0;
        int error = made.StampAndPublish(identity.Stamp, replaces);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(WinError.OfFile(error), error);
        }

        _cloner.Turns.CountClone();
        if (isKnown)
        {
            _cloner.Clean.Add(destination, id, identity.Stamp, _calls.SystemTime());
        }

        return outcome;
    }

    private CloneOutcome CloneOrNoteMissed(
        WindowsCloneCache cache,
        string source,
        nint file,
        string destination,
        FolderVolumeCache.Folder folder,
        out SourceIdentity identity,
        out DestinationFile made)
    {
        made = default;
        if (SourceIdentity.Get(_calls, file, out identity) != 0 || identity.Stamp.Id.VolumeSerialNumber == folder.Volume!.Serial)
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes); // Or so it seemed a moment ago.
        }

        FileStamp? saturated = null;
        CacheNames names = cache.NamesOf(source);
        if (cache.TryOpenEntry(names, identity, out nint entry, out FileStamp stamp, out Reason found))
        {
            CloneOutcome outcome;
            lock (_cloner.Turns.LockOf(names.Entry))
            {
                outcome = CloneEntry(entry, stamp, identity.Stamp, destination, folder, out made);
            }

            _calls.CloseHandle(entry);
            if (outcome.ErrorNumber != ERROR_BLOCK_TOO_MANY_REFERENCES)
            {
                return outcome;
            }

            // The outputs that are clones of it keep its blocks; another entry takes its place.
            saturated = stamp;
        }

        bool isNoted = CacheableSource.Is(_cloner, file, identity) && cache.TryNoteMissed(new MissedSource(source, identity, saturated));
        return CloneOutcome.NotHandled(CloneCache.WhyCopied(found, isNoted, !CacheableSource.IsTooNew(_cloner, identity)));
    }

    /// <summary>Of kind NotHandled when nothing was made; else the destination is to be stamped and published.</summary>
    private CloneOutcome CloneEntry(
        nint entry, in FileStamp stamp, in FileStamp source, string destination, FolderVolumeCache.Folder folder, out DestinationFile made)
    {
        VolumeInfo volume = folder.Volume!;
        CloneOutcome refused = DestinationFile.Create(_calls, destination, volume, source.Attributes, out made);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        int error = ExtentClone.Fill(_calls, entry, stamp, made.Handle, volume.ClusterSize, folder.NewFilesHaveIntegrity);
        if (error == 0)
        {
            _pairs!.ForgetRefusals(volume.Serial, volume.Serial);
            return CloneOutcome.ClonedFromCache(source.Length);
        }

        made.Discard();
        switch (WinError.OfClone(error))
        {
            case WinError.CloneRefusal.Terminal:
                return CloneOutcome.NotHandled(WinError.OfFile(error), error);
            case WinError.CloneRefusal.Volume:
                _pairs!.RememberCannot(volume.Serial, volume.Serial, Reason.VolumeCannotClone);
                return CloneOutcome.NotHandled(Reason.VolumeCannotClone, error);
            case WinError.CloneRefusal.File:
                _pairs!.CountRefusal(volume.Serial, volume.Serial);
                break;
        }

        return CloneOutcome.NotHandled(Reason.DifferentVolumes, error);
    }
}
