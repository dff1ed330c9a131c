using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Clones explicitly, on systems whose own copy does not clone.</summary>
internal sealed unsafe partial class WindowsWorker
{
    private const uint ReadAndDelete = FILE_SHARE_READ | FILE_SHARE_DELETE;

    /// <summary>Cloned, or of kind NotHandled, with the reason for a copy (<see cref="MayBeCopied"/>) or for none.</summary>
    private CloneOutcome Clone(string source, string destination, bool replaces, FolderVolumeCache.Folder folder)
    {
        CloneOutcome outcome;
        FileStamp stamp;
        WindowsDestinationFile made;
        lock (cloner.Turns.LockOf(source))
        {
            outcome = OpenSource(source, destination, folder.Volume!, out nint from, out stamp);
            if (outcome.Kind == OutcomeKind.NotHandled)
            {
                return outcome;
            }

            try
            {
                outcome = CloneOpened(from, stamp, destination, folder, out made);
            }
            finally
            {
                // Checked before the new file takes its place, as it may be the source under another name.
                _calls.CloseHandle(from);
            }
        }

        return outcome.Kind == OutcomeKind.NotHandled ? outcome : Publish(made, outcome, stamp, destination, replaces);
    }

    private CloneOutcome Publish(
        in WindowsDestinationFile made, in CloneOutcome outcome, in FileStamp source, string destination, bool replaces)
    {
        // Asked while it is open: another file may have its name a moment later.
        FILE_ID_INFO id;
        bool isKnown = _calls.GetFileInformation(made.Handle, FileIdInfo, &id, sizeof(FILE_ID_INFO)) == 0;
        int error = made.StampAndPublish(source, replaces, call.ReplacesFilesInUse, out int[]? usedBy);
        if (error != 0)
        {
            // A new file can be copied in place.
            bool isRefused = cloner.Rights.AreRefused(destination);
            return CloneOutcome.NotHandled(isRefused ? Reason.FileCannotBeCloned : WinError.OfFile(error), error);
        }

        cloner.Turns.CountClone();
        if (isKnown)
        {
            cloner.Clean.Add(destination, id, source, _calls.SystemTime());
        }

        return outcome.OverFileUsedBy(usedBy);
    }

    /// <summary>Opens the source; of kind NotHandled, with the reason, when it cannot.</summary>
    private CloneOutcome OpenSource(string path, string destination, VolumeInfo volume, out nint source, out FileStamp stamp)
    {
        // Shared as CopyFile shares its source, so writers are excluded as before; what this refuses, CopyFile may be
        // granted, or it reports the error.
        stamp = default;
        int error = _calls.CreateFile(path, GENERIC_READ, ReadAndDelete, OPEN_EXISTING, 0, out source);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(Reason.FileCannotBeCloned, error);
        }

        CloneOutcome refused = Examine(source, volume, out stamp);
        if (refused.Kind != OutcomeKind.NotHandled
            && !SystemCopyClones(volume)
            && cloner.IsRecent(stamp)
            && !cloner.Clean.Contains(path, stamp)
            && !IsOnTheDisk(source, stamp, destination, volume))
        {
            refused = Flush(path, volume, ref source, ref stamp);
        }

        if (refused.Kind == OutcomeKind.NotHandled && source != INVALID_HANDLE_VALUE)
        {
            _calls.CloseHandle(source);
        }

        return refused;
    }

    /// <summary>Checks the open file; of kind NotHandled when it cannot be cloned.</summary>
    private CloneOutcome Examine(nint source, VolumeInfo volume, out FileStamp stamp)
    {
        int error = FileStamp.Get(_calls, source, out stamp);
        bool isTooShort = stamp.Length < volume.ClusterSize && !IsRequired;
        return error != 0 || isTooShort || !stamp.HasOnlyContent(_calls, source, volume)
            ? CloneOutcome.NotHandled(Reason.FileCannotBeCloned, error)

            // The folder's volume was a guess: the path may lead over a link made a moment ago.
            : stamp.Id.VolumeSerialNumber != volume.Serial ? CloneOutcome.NotHandled(Reason.DifferentVolumes)
            : default;
    }

    /// <summary>Makes the clone; of kind NotHandled when nothing was made. The caller stamps and publishes it.</summary>
    private CloneOutcome CloneOpened(
        nint source, in FileStamp stamp, string destination, FolderVolumeCache.Folder folder, out WindowsDestinationFile made)
    {
        CloneOutcome refused = WindowsDestinationFile.Create(cloner, destination, folder.Volume!, stamp.Attributes, out made);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        CloneOutcome outcome = Fill(source, stamp, made.Handle, folder);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            made.Discard();
        }

        return outcome;
    }

    private CloneOutcome Fill(nint source, in FileStamp stamp, nint destination, FolderVolumeCache.Folder folder)
    {
        VolumeInfo volume = folder.Volume!;
        int error = ExtentClone.Fill(_calls, source, stamp, destination, volume.ClusterSize, folder.NewFilesHaveIntegrity);
        if (error == 0)
        {
            _pairs!.Forget(volume.Serial, volume.Serial);
            error = (stamp.Attributes & FILE_ATTRIBUTE_SPARSE_FILE) != 0 ? 0 : ExtentClone.MakeDense(_calls, destination);
            return error == 0 ? CloneOutcome.Cloned(stamp.Length) : CloneOutcome.NotHandled(Reason.FileCannotBeCloned, error);
        }

        Reason reason = cloner.ReasonOf(error);
        if (reason == Reason.VolumeCannotClone)
        {
            _pairs!.Remember(volume.Serial, volume.Serial, reason);
        }
        else if (reason == Reason.FileCannotBeCloned)
        {
            // Another volume gives error 87, as other causes do: only the new file's volume shows it.
            if (cloner.Volumes.Of(destination) is { } actual && actual.Serial != volume.Serial)
            {
                return CloneOutcome.NotHandled(Reason.DifferentVolumes, error);
            }

            _pairs!.CountOne(volume.Serial, volume.Serial);
        }

        return CloneOutcome.NotHandled(reason, error);
    }
}
