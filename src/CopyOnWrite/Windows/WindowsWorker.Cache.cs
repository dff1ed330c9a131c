using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>A source on another volume, with the cross-volume cache.</summary>
internal sealed unsafe partial class WindowsWorker
{
    /// <summary>
    /// A clone of the source's entry; else of kind NotHandled, with the reason for a copy (<see cref="MayBeCopied"/>) or for none.
    /// </summary>
    private CloneOutcome CloneFromCache(
        CloneCache cache, string source, in SourceFile seen, string destination, bool replaces, FolderVolumeCache.Folder folder)
    {
        // Questions about a file on another machine are slow, and its times are that machine's.
        bool isRemote = (seen.LinkedVolume ?? _cloner.Folders.VolumeOf(source)) is { Remoteness: > 0 };
        bool isSparse = (seen.Attributes & FILE_ATTRIBUTE_SPARSE_FILE) != 0;
        VolumeInfo volume = folder.Volume!;
        if (isRemote
            || isSparse
            || seen.Length < volume.ClusterSize
            || !cache.IsFor(new CacheDestination(volume.Serial, hasIntegrity: folder.NewFilesHaveIntegrity)))
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes);
        }

        // Sharing as CopyFile shares its source: no other program is writing to it while it is looked at.
        if (_calls.CreateFile(source, GENERIC_READ, ReadAndDelete, OPEN_EXISTING, 0, out nint file) != 0)
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes);
        }

        CloneOutcome outcome = CloneOrAdd(cache, source, file, destination, folder, out FileStamp stamp, out DestinationFile made);
        _calls.CloseHandle(file);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            return outcome;
        }

        // Asked while it is open: another file may have its name a moment later.
        FILE_ID_INFO id;
        bool isKnown = _calls.GetFileInformation(made.Handle, FileIdInfo, &id, sizeof(FILE_ID_INFO)) == 0;
        int error = made.StampAndPublish(stamp, replaces);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(WinError.OfFile(error), error);
        }

        _cloner.Turns.CountClone();
        if (isKnown)
        {
            _cloner.Clean.Add(destination, id, stamp, _calls.SystemTime());
        }

        return outcome;
    }

    private CloneOutcome CloneOrAdd(
        CloneCache cache,
        string source,
        nint file,
        string destination,
        FolderVolumeCache.Folder folder,
        out FileStamp stamp,
        out DestinationFile made)
    {
        made = default;
        if (FileStamp.Get(_calls, file, out stamp) != 0 || stamp.Id.VolumeSerialNumber == folder.Volume!.Serial)
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes); // Or so it seemed a moment ago.
        }

        WindowsCacheSystem system = _cloner.Cache!;
        long journal = system.JournalOf(file);
        FileNumbers numbers = WindowsCacheSystem.NumbersOf(stamp, journal);
        ulong hash = Win32Path.HashInAnyCase(source);
        if (cache.TryOpenEntry(hash, numbers, out nint entry, out Reason found))
        {
            CloneOutcome outcome;
            lock (_cloner.Turns.LockOf(source))
            {
                outcome = CloneEntry(entry, stamp, destination, folder, out made);
            }

            _calls.CloseHandle(entry);
            if (outcome.ErrorNumber != ERROR_BLOCK_TOO_MANY_REFERENCES)
            {
                return outcome;
            }

            cache.Drop(hash);
        }

        bool isAdded = Win32Path.IsFullyQualified(source)
            && system.IsCacheable(file, stamp, journal)
            && cache.TryAdd(hash, source, numbers, new CacheDestination(folder.Volume!.Serial));
        return CloneOutcome.NotHandled(CloneCache.WhyCopied(found, isAdded, !system.IsTooNew(stamp, journal)));
    }

    /// <summary>Of kind NotHandled when nothing was made; else the destination is to be stamped and published.</summary>
    private CloneOutcome CloneEntry(
        nint entry, in FileStamp source, string destination, FolderVolumeCache.Folder folder, out DestinationFile made)
    {
        VolumeInfo volume = folder.Volume!;
        CloneOutcome refused = DestinationFile.Create(_calls, destination, volume, source.Attributes, out made);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        int error = ExtentClone.Fill(_calls, entry, source, made.Handle, volume.ClusterSize, folder.NewFilesHaveIntegrity);
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
