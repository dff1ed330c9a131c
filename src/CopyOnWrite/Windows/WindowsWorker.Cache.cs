using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Handles a source on another volume, with the cross-volume cache.</summary>
internal sealed partial class WindowsWorker
{
    /// <summary>
    /// Clones the source's entry; otherwise of kind NotHandled, with the reason for a copy (<see cref="ReasonGroups.MayBeCopied"/>) or for
    /// none.
    /// </summary>
    private CloneOutcome CloneFromCache(
        string source, in SourceFile seen, string destination, bool replaces, FolderVolumeCache.Folder folder)
    {
        if (call.WhyNotCached(seen.Length) is var without and not Reason.None)
        {
            return CloneOutcome.NotHandled(without);
        }

        // Questions about a file on another machine are slow, and its times are that machine's.
        if ((seen.LinkedVolume ?? platform.Folders.VolumeOf(source)) is { IsRemote: true } || seen.Length < folder.Volume!.ClusterSize)
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes);
        }

        // Shared as CopyFile shares its source: no program writes to it meanwhile.
        if (_calls.CreateFile(source, GENERIC_READ, CloneSource.Sharing, OPEN_EXISTING, 0, out nint file) != 0)
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes);
        }

        CloneOutcome outcome = CloneOrAdd(source, file, destination, folder, out FileStamp stamp, out WindowsDestinationFile made);
        _calls.CloseHandle(file);
        return outcome.Kind == OutcomeKind.NotHandled ? outcome
            : _clones.Publish(made, outcome, stamp, destination, replaces);
    }

    private CloneOutcome CloneOrAdd(
        string source,
        nint file,
        string destination,
        FolderVolumeCache.Folder folder,
        out FileStamp stamp,
        out WindowsDestinationFile made)
    {
        made = default;
        if (FileStamp.Get(_calls, file, out stamp) != 0 || stamp.Id.VolumeSerialNumber == folder.Volume!.Serial)
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes); // The volumes were different a moment ago.
        }

        WindowsCacheSystem system = platform.Cache!;
        CloneCache cache = call.Cache!;
        FileFingerprint fingerprint = WindowsCacheSystem.FingerprintOf(stamp, system.JournalOf(file));
        var wanted = new CacheSource(source, CacheFiles.EntryOf(Win32Path.HashInAnyCase(source), fingerprint), fingerprint);
        var place = new CacheDestination(folder.Volume.Serial, HasIntegrity: folder.NewFilesHaveIntegrity);
        Reason whyNot = cache.Find(wanted, file, place, out nint entry);
        if (whyNot != Reason.None)
        {
            return CloneOutcome.NotHandled(whyNot);
        }

        CloneOutcome outcome;
        lock (platform.Locks.Of(source))
        {
            outcome = _clones.Make(entry, stamp, destination, folder, out made);
        }

        _calls.CloseHandle(entry);
        return outcome.ErrorNumber == ERROR_BLOCK_TOO_MANY_REFERENCES ? CloneOutcome.NotHandled(cache.Replace(wanted, file, place))
            : outcome.Kind == OutcomeKind.Cloned ? CloneOutcome.ClonedFromCache(stamp.Length)
            : outcome.Reason == Reason.FileCannotBeCloned ? CloneOutcome.NotHandled(Reason.DifferentVolumes, outcome.ErrorNumber)
            : outcome;
    }
}
