using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Makes a destination that is an explicit clone of an open file, and gives it its name. A source that changed a moment ago is flushed
/// first, or copied: ReFS before Windows 11 24H2 may give a clone zeros for what is in memory and not on the disk yet
/// (microsoft/CopyOnWrite issue 12; git-lfs issue 6312: right length, partly zero, without parallel clones). That later versions clone
/// within CopyFile shows nothing of the control itself, so the rule also holds there. The published remedy is FlushFileBuffers on a handle
/// with write access (README of CopyOnWrite before its commit 64628b5; git-lfs pull request 6323).
/// </summary>
internal sealed partial class WindowsWorker
{
    // A region has to stay below 4 GiB; this is a whole number of clusters of any size.
    private const long MostAtOnce = 1L << 31;

    /// <summary>Cloned, or of kind NotHandled, with the reason for a copy (<see cref="ReasonGroups.MayBeCopied"/>) or for none.</summary>
    private CloneOutcome Clone(string source, string destination, bool replaces, VolumeInfo volume)
    {
        lock (platform.LockOf(source))
        {
            CloneOutcome refused = OpenSource(source, volume, out nint from, out FileStamp stamp);
            return refused.Kind == OutcomeKind.NotHandled ? refused
                : CloneOf(from, stamp, destination, replaces, volume, CloneOutcome.Cloned(stamp.Length));
        }
    }

    /// <summary>Opens the source; of kind NotHandled, with the reason, when it cannot be cloned.</summary>
    private CloneOutcome OpenSource(string path, VolumeInfo volume, out nint source, out FileStamp stamp)
    {
        CloneOutcome refused = OpenToClone(path, GENERIC_READ, volume, out source, out stamp);
        if (refused.Kind == OutcomeKind.NotHandled || !platform.IsRecent(stamp))
        {
            return refused;
        }

        _calls.CloseHandle(source);
        if (!FlushesSources)
        {
            return CloneOutcome.NotHandled(Reason.SourceIsDirty);
        }

        // Write access is refused where the file is open elsewhere, or read-only. With it no other program can have written to the file
        // between the flush and the clone.
        refused = OpenToClone(path, GENERIC_READ | GENERIC_WRITE, volume, out source, out stamp);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return CloneOutcome.NotHandled(Reason.FlushFailed, refused.ErrorNumber);
        }

        int error = _calls.FlushFileBuffers(source);
        if (error == 0)
        {
            return default;
        }

        _calls.CloseHandle(source);
        return CloneOutcome.NotHandled(Reason.FlushFailed, error);
    }

    /// <summary>Opens and checks the file; of kind NotHandled, and closed, when it cannot be cloned.</summary>
    private CloneOutcome OpenToClone(string path, uint access, VolumeInfo volume, out nint source, out FileStamp stamp)
    {
        // Shared as CopyFile shares its source, so that no program writes to it meanwhile. What this refuses, CopyFile may be granted, or
        // it reports the error.
        stamp = default;
        int error = _calls.CreateFile(path, access, FILE_SHARE_READ | FILE_SHARE_DELETE, OPEN_EXISTING, 0, out source);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(Reason.FileCannotBeCloned, error);
        }

        error = FileStamp.Get(_calls, source, out stamp);
        bool isElsewhere = error == 0 && stamp.Id.VolumeSerialNumber != volume.Serial;
        if (error == 0 && !isElsewhere && stamp.HasOnlyContent(_calls, source, volume))
        {
            return default;
        }

        // The folder's volume was a guess: the path may lead over a link made a moment ago.
        _calls.CloseHandle(source);
        return CloneOutcome.NotHandled(isElsewhere ? Reason.DifferentVolumes : Reason.FileCannotBeCloned, error);
    }

    /// <summary>Clones an open file, which it closes, and gives the clone its name.</summary>
    /// <param name="stamp">The source's, whose times and attributes the clone gets.</param>
    /// <param name="done">The outcome where that succeeds; otherwise it is of kind NotHandled, and nothing was made.</param>
    private CloneOutcome CloneOf(
        nint opened, in FileStamp stamp, string destination, bool replaces, VolumeInfo volume, in CloneOutcome done)
    {
        WindowsDestinationFile made;
        int error;

        // Closed before the new file takes its place, as it may be the source under another name.
        using (new OpenedFile(_calls, opened))
        {
            error = WindowsDestinationFile.Create(platform, call, destination, volume, stamp.Attributes, out made);
            if (error != 0)
            {
                return NotMade(error);
            }

            error = Fill(opened, stamp.Length, made.Handle, volume.ClusterSize);
        }

        Reason refused = error != 0 ? WinError.OfClone(error) : Reason.FileCannotBeCloned;
        if (refused == Reason.VolumeCannotClone)
        {
            _pairs!.Remember(volume.Serial, volume.Serial, refused); // For the volume's next files.
        }

        error = error == 0 && !stamp.IsSparse ? MakeDense(made.Handle) : error;
        error = error == 0 ? made.Stamp(stamp) : error;
        if (error != 0)
        {
            made.Discard();
            return CloneOutcome.NotHandled(refused, error);
        }

        // A new file can be copied in place. What denies one that replaces another is that file or the folder: MayRename tells which.
        CloneOutcome outcome = made.Publish(done, stamp.LastWriteTime, replaces);
        bool isRefused = !outcome.IsClone
            && (platform.Rights.AreRefused(destination)
                || (outcome.ErrorNumber == ERROR_ACCESS_DENIED && !platform.Rights.MayRename(destination)));
        return isRefused ? CloneOutcome.NotHandled(Reason.FileCannotBeCloned, outcome.ErrorNumber) : outcome;
    }

    /// <summary>
    /// Gives the new, empty file the blocks of the other. The rules are those of the page "Block cloning" (Win32) and [MS-FSA] 2.1.5.10.4:
    /// one volume, offsets and lengths in clusters, the destination as long as the range, the same integrity setting (else it is refused),
    /// no sparse source into a dense destination. Sparse afterwards (<see cref="MakeDense"/>); after an error the content is undefined.
    /// </summary>
    private unsafe int Fill(nint source, long length, nint destination, uint clusterSize)
    {
        // Sparse first, so that setting the length allocates no clusters that the clone frees at once.
        int error = _calls.DeviceIoControl(destination, FSCTL_SET_SPARSE, null, 0, null, 0);
        error = error != 0 ? error : _calls.SetFileInformation(destination, FileEndOfFileInfo, &length, sizeof(long));

        // The last region reaches to the end of its cluster: a range that ends within one is refused.
        long end = (length + clusterSize - 1) / clusterSize * clusterSize;
        for (long done = 0; done < end && error == 0; done += MostAtOnce)
        {
            var region = new DUPLICATE_EXTENTS_DATA
            {
                FileHandle = source,
                SourceFileOffset = done,
                TargetFileOffset = done,
                ByteCount = Math.Min(end - done, MostAtOnce),
            };
            error = _calls.DeviceIoControl(
                destination, FSCTL_DUPLICATE_EXTENTS_TO_FILE, &region, sizeof(DUPLICATE_EXTENTS_DATA), null, 0);
        }

        return error;
    }

    /// <summary>CopyFile's destination is dense when its source is; defragmentation and tools treat a sparse one differently.</summary>
    private unsafe int MakeDense(nint file)
    {
        byte setSparse = 0; // FILE_SET_SPARSE_BUFFER
        return _calls.DeviceIoControl(file, FSCTL_SET_SPARSE, &setSparse, sizeof(byte), null, 0);
    }
}
