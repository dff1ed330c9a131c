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
        bool isRemote = (seen.LinkedVolume ?? cloner.Folders.VolumeOf(source)) is { IsRemote: true };
        bool isSparse = (seen.Attributes & FILE_ATTRIBUTE_SPARSE_FILE) != 0;
        if (isRemote || isSparse || seen.Length < folder.Volume!.ClusterSize)
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes);
        }

        CloneCache cache = call.Cache!;
        if (!cache.IsFor(new CacheDestination(folder.Volume.Serial, HasIntegrity: folder.NewFilesHaveIntegrity)))
        {
            return CloneOutcome.NotHandled(cache.WhyUnused);
        }

        // Shared as CopyFile shares its source: no program writes to it meanwhile.
        if (_calls.CreateFile(source, GENERIC_READ, CloneSource.Sharing, OPEN_EXISTING, 0, out nint file) != 0)
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes);
        }

        CloneOutcome outcome = CloneOrAdd(cache, source, file, destination, folder, out FileStamp stamp, out WindowsDestinationFile made);
        _calls.CloseHandle(file);
        return outcome.Kind == OutcomeKind.NotHandled ? outcome
            : _clones.Publish(made, outcome, stamp, destination, replaces);
    }

    private CloneOutcome CloneOrAdd(
        CloneCache cache,
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

        WindowsCacheSystem system = cloner.Cache!;
        long journal = system.JournalOf(file);
        FileNumbers numbers = WindowsCacheSystem.NumbersOf(stamp, journal);
        ulong hash = Win32Path.HashInAnyCase(source);
        if (cache.TryOpenEntry(hash, numbers, out nint entry, out Reason found))
        {
            CloneOutcome outcome;
            lock (cloner.Locks.Of(source))
            {
                outcome = _clones.Make(entry, stamp, destination, folder, out made);
            }

            _calls.CloseHandle(entry);
            if (outcome.ErrorNumber != ERROR_BLOCK_TOO_MANY_REFERENCES)
            {
                return outcome.Kind == OutcomeKind.Cloned ? CloneOutcome.ClonedFromCache(stamp.Length)
                    : outcome.Reason == Reason.FileCannotBeCloned
                        ? CloneOutcome.NotHandled(Reason.DifferentVolumes, outcome.ErrorNumber)
                    : outcome;
            }

            cache.Drop(hash);
        }

        bool isAdded = Win32Path.IsFullyQualified(source)
            && system.IsCacheable(file, stamp, journal)
            && cache.TryAdd(hash, source, numbers, new CacheDestination(folder.Volume!.Serial));
        return CloneOutcome.NotHandled(cache.WhyCopied(found, isAdded, !system.IsTooNew(stamp, journal)));
    }
}
