using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>The explicit clone, on systems whose own copy makes none.</summary>
internal sealed unsafe partial class WindowsWorker
{
    private const uint ReadAndDelete = FILE_SHARE_READ | FILE_SHARE_DELETE;

    /// <summary>
    /// Cloned; or copied, where the source's blocks have too many references; else of kind NotHandled, with the reason for a copy
    /// (<see cref="MayBeCopied"/>) or for none.
    /// </summary>
    private CloneOutcome Clone(string source, string destination, bool replaces, FolderVolumeCache.Folder folder)
    {
        CloneOutcome outcome;
        FileStamp stamp;
        DestinationFile made;
        lock (_cloner.Turns.LockOf(source))
        {
            outcome = OpenSource(source, folder.Volume!, out nint from, out stamp);
            if (outcome.Kind == OutcomeKind.NotHandled)
            {
                return outcome;
            }

            outcome = CloneOpened(from, stamp, destination, folder, out made);

            // Before the new file takes its place, which may be the source's own under another name.
            _calls.CloseHandle(from);
        }

        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            return outcome;
        }

        // Asked while it is open: another file may have its name a moment later.
        FILE_ID_INFO id = default;
        bool isKnown = outcome.Kind == OutcomeKind.Cloned
            && _calls.GetFileInformation(made.Handle, FileIdInfo, &id, sizeof(FILE_ID_INFO)) == 0;
        int error = made.StampAndPublish(stamp, replaces);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(WinError.OfFile(error), error);
        }

        if (outcome.Kind == OutcomeKind.Copied)
        {
            RememberCopy(stamp, destination);
        }
        else
        {
            _cloner.Turns.CountClone();
            if (isKnown)
            {
                _cloner.Clean.Add(destination, id, stamp, _calls.SystemTime());
            }
        }

        return outcome;
    }

    /// <summary>Of kind NotHandled when the source is not open, with the reason.</summary>
    private CloneOutcome OpenSource(string path, VolumeInfo volume, out nint source, out FileStamp stamp)
    {
        // Sharing as CopyFile shares its source, so writers and we exclude each other as before; what we are refused, CopyFile may be
        // granted, or has the error for.
        stamp = default;
        int error = _calls.CreateFile(path, GENERIC_READ, ReadAndDelete, OPEN_EXISTING, 0, out source);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(Reason.FileCannotBeCloned, error);
        }

        CloneOutcome refused = Examine(source, volume, out stamp);
        if (refused.Kind != OutcomeKind.NotHandled && !_cloner.SystemCopyClones && IsRecent(stamp) && !_cloner.Clean.Contains(path, stamp))
        {
            refused = Flush(path, volume, ref source, ref stamp);
        }

        if (refused.Kind == OutcomeKind.NotHandled && source != INVALID_HANDLE_VALUE)
        {
            _calls.CloseHandle(source);
        }

        return refused;
    }

    /// <summary>Of kind NotHandled when the open file is not one to clone.</summary>
    private CloneOutcome Examine(nint source, VolumeInfo volume, out FileStamp stamp)
    {
        int error = FileStamp.Get(_calls, source, out stamp);
        bool isTooShort = stamp.Length < volume.ClusterSize && !IsRequired;
        return error != 0 || isTooShort || !OnlyContent.Has(_calls, source, stamp, volume)
            ? CloneOutcome.NotHandled(Reason.FileCannotBeCloned, error)

            // The folder's volume was a guess: the file may be reached by a link that was not there a moment ago.
            : stamp.Id.VolumeSerialNumber != volume.Serial ? CloneOutcome.NotHandled(Reason.DifferentVolumes)
            : default;
    }

    /// <summary>Of kind NotHandled when nothing was made; else the destination is to be stamped and published.</summary>
    private CloneOutcome CloneOpened(
        nint source, in FileStamp stamp, string destination, FolderVolumeCache.Folder folder, out DestinationFile made)
    {
        CloneOutcome refused = DestinationFile.Create(_calls, destination, folder.Volume!, stamp.Attributes, out made);
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
        int error = ExtentClone.Fill(
            _calls, OpenCopyOf(stamp, out nint copy) ? copy : source, stamp, destination, volume.ClusterSize, folder.NewFilesHaveIntegrity);
        if (copy != INVALID_HANDLE_VALUE)
        {
            _calls.CloseHandle(copy);
        }

        if (error == 0)
        {
            _pairs!.ForgetRefusals(volume.Serial, volume.Serial);
            return CloneOutcome.Cloned(stamp.Length);
        }

        switch (WinError.OfClone(error))
        {
            case WinError.CloneRefusal.References:
                return IsRequired ? CloneOutcome.NotHandled(ReferenceLimit, error) : CopyInFull(source, stamp, destination);
            case WinError.CloneRefusal.Terminal:
                return CloneOutcome.NotHandled(WinError.OfFile(error), error);
            case WinError.CloneRefusal.Volume:
                _pairs!.RememberCannot(volume.Serial, volume.Serial, Reason.VolumeCannotClone);
                return CloneOutcome.NotHandled(Reason.VolumeCannotClone, error);
            default:
                // Another volume is answered with 87, as other things are: only a look at the new file tells.
                bool elsewhere = _cloner.Volumes.Of(destination) is { } actual && actual.Serial != volume.Serial;
                if (!elsewhere)
                {
                    _pairs!.CountRefusal(volume.Serial, volume.Serial);
                }

                return CloneOutcome.NotHandled(elsewhere ? Reason.DifferentVolumes : Reason.FileCannotBeCloned, error);
        }
    }

    /// <summary>
    /// References that this process cannot have made are other builds' files, or leaked: deleted files whose references ReFS kept.
    /// </summary>
    private Reason ReferenceLimit => _cloner.Turns.MayHaveSaturatedOne ? Reason.ReferenceLimit : Reason.ReferenceLimitByOthers;

    /// <summary>A copy with blocks of its own, of which later clones are made.</summary>
    private CloneOutcome CopyInFull(nint source, in FileStamp stamp, nint destination)
    {
        int error = ReadWriteCopy.Copy(_calls, source, destination, stamp.Length);
        error = error != 0 || (stamp.Attributes & FILE_ATTRIBUTE_SPARSE_FILE) != 0 ? error : ExtentClone.MakeDense(_calls, destination);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(WinError.OfFile(error), error);
        }

        return CloneOutcome.Copied(ReferenceLimit, stamp.Length, ERROR_BLOCK_TOO_MANY_REFERENCES);
    }

    private bool OpenCopyOf(in FileStamp source, out nint copy)
    {
        copy = INVALID_HANDLE_VALUE;
        if (_cloner.Saturated.Find(source) is not { } known
            || _calls.CreateFile(known.CopyPath, GENERIC_READ, ReadAndDelete, OPEN_EXISTING, 0, out copy) != 0)
        {
            copy = INVALID_HANDLE_VALUE;
            return false;
        }

        return FileStamp.Get(_calls, copy, out FileStamp stamp) == 0 && stamp.IsUnchangedSince(known.Copy);
    }

    private void RememberCopy(in FileStamp source, string path)
    {
        // Examined once it is closed, when its times are final. Its write time and length must still be the source's: then no program has
        // written to it in between.
        if (_calls.CreateFile(
            path, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, OPEN_EXISTING, 0, out nint copy) != 0)
        {
            return;
        }

        if (FileStamp.Get(_calls, copy, out FileStamp stamp) == 0 && stamp.HasContentOf(source))
        {
            _cloner.Saturated.Remember(new SaturatedSource(source, path, stamp));
        }

        _calls.CloseHandle(copy);
    }
}
