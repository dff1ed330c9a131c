using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Sources that changed a moment ago. ReFS before Windows 11 24H2 may give a clone zeros for what is in memory and not on the disk yet
/// (microsoft/CopyOnWrite issue 12; git-lfs issue 6312: right length, partly zero, without parallel clones). The published remedy
/// is FlushFileBuffers on a handle with write access (README of CopyOnWrite before its commit 64628b5; git-lfs pull request 6323).
/// </summary>
internal sealed unsafe partial class WindowsWorker
{
    /// <summary>Judged by what the path shows, so that a file to copy need not be opened.</summary>
    private bool IsCopiedAsRecent(string path, in SourceFile seen, VolumeInfo volume) =>
        !SystemCopyClones(volume)
            && !_flushes
            && cloner.IsRecent(seen.LastWriteTime)
            && (seen.WasRewritten || volume.HidesUnwritten || cloner.MayBeUnwritten(seen.LastWriteTime))
            && !cloner.Clean.MayContain(path, seen.Length, seen.LastWriteTime);

    /// <summary>
    /// Whether the file system reports all of a recent source as written to the disk. Its valid data length does not show a rewrite below
    /// it, nor, in a clone, any write. So only a file that was written at its creation counts, and only after ten seconds, as a rewrite in
    /// the same tick leaves no trace.
    /// </summary>
    private bool IsOnTheDisk(nint source, in FileStamp stamp, string destination, VolumeInfo volume) =>
        !_flushes
            && stamp.WasWrittenOnce
            && !cloner.MayBeUnwritten(stamp.LastChange)
            && !volume.HidesUnwritten
            && IsValidOnTheDisk(source, stamp.Length, volume) == true
            && (volume.ShowsUnwritten || TryUnwritten(destination, volume));

    /// <summary>
    /// Whether the volume reports a file that is in memory only as such, tried once with one beside the destination: no build may depend on
    /// the documentation alone.
    /// </summary>
    private bool TryUnwritten(string destination, VolumeInfo volume)
    {
        CloneOutcome refused = WindowsDestinationFile.Create(
            cloner, destination, volume, FILE_ATTRIBUTE_NORMAL, out WindowsDestinationFile made);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return false;
        }

        byte[] content = new byte[volume.ClusterSize + 1];
        fixed (byte* bytes = content)
        {
            bool isShown = _calls.WriteFile(made.Handle, bytes, content.Length, out _) == 0
                && IsValidOnTheDisk(made.Handle, content.Length, volume) == false;
            made.Discard();
            if (isShown)
            {
                volume.ShowsUnwritten = true;
            }
            else
            {
                volume.HidesUnwritten = true;
            }

            return isShown;
        }
    }

    /// <summary>
    /// Null where the file system does not tell. FILE_REGION_USAGE_VALID_NONCACHED_DATA is "before VDL on the storage device" ([MS-FSCC]
    /// 2.3.55 and 2.3.56.1, [MS-FSA] 2.1.5.10.24).
    /// </summary>
    private bool? IsValidOnTheDisk(nint file, long length, VolumeInfo volume)
    {
        var asked = new FILE_REGION_INPUT { Length = length, DesiredUsage = FILE_REGION_USAGE_VALID_NONCACHED_DATA };
        FILE_REGION_OUTPUT first;
        int error = _calls.DeviceIoControl(
            file, FSCTL_QUERY_FILE_REGIONS, &asked, sizeof(FILE_REGION_INPUT), &first, sizeof(FILE_REGION_OUTPUT));
        if (WinError.IsUnknownCall(error))
        {
            volume.HidesUnwritten = true;
        }

        return error != 0 || first.RegionEntryCount != 1 || first.FileOffset != 0 || first.Length < length ? null
            : (first.Usage & FILE_REGION_USAGE_VALID_NONCACHED_DATA) != 0;
    }

    /// <summary>
    /// Flushes the source by a handle with write access, closes that, and opens the source again to read. Of kind NotHandled when it must
    /// be copied: flushing is not requested, or it is open elsewhere, or read-only.
    /// </summary>
    private CloneOutcome Flush(string path, VolumeInfo volume, ref nint source, ref FileStamp stamp)
    {
        if (!_flushes)
        {
            return CloneOutcome.NotHandled(Reason.SourceIsDirty);
        }

        _calls.CloseHandle(source);
        int error = _calls.CreateFile(path, GENERIC_WRITE, ReadAndDelete, OPEN_EXISTING, 0, out nint writable);
        if (error == 0)
        {
            error = _calls.FlushFileBuffers(writable);
            _calls.CloseHandle(writable);
        }

        // Reopened without write access: others may read it while it is cloned.
        source = INVALID_HANDLE_VALUE;
        error = error != 0 ? error : _calls.CreateFile(path, GENERIC_READ, ReadAndDelete, OPEN_EXISTING, 0, out source);
        if (error != 0)
        {
            source = INVALID_HANDLE_VALUE;
            return CloneOutcome.NotHandled(Reason.FlushFailed, error);
        }

        FileStamp flushed = stamp;
        CloneOutcome refused = Examine(source, volume, out stamp);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        if (!stamp.IsUnchangedSince(flushed))
        {
            return CloneOutcome.NotHandled(Reason.FlushFailed); // Another program wrote to it in between.
        }

        cloner.Clean.Add(path, stamp.Id, stamp, _calls.SystemTime());
        return default;
    }
}
