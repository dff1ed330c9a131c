using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Sources that changed a moment ago. ReFS before Windows 11 24H2 may give a clone zeros for what is in memory and not on the disk yet
/// (microsoft/CopyOnWrite issue 12; git-lfs issue 6312: right length, partly zero, without parallel clones). The published remedy
/// is FlushFileBuffers on a handle with write access (README of CopyOnWrite before its commit 64628b5; git-lfs pull request 6323).
/// </summary>
internal sealed partial class WindowsWorker
{
    /// <summary>Judged by what the path shows, so that a file to copy need not be opened.</summary>
    private bool IsCopiedAsRecent(string path, in SourceFile seen, VolumeInfo volume) =>
        !SystemCopyClones(volume)
            && !_flushes
            && cloner.IsRecent(seen.LastWriteTime)
            && !cloner.Clean.MayContain(path, seen.Length, seen.LastWriteTime);

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
