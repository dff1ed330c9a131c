using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Opens the sources of explicit clones. One that changed a moment ago is flushed first, or copied: ReFS before Windows 11 24H2 may give a
/// clone zeros for what is in memory and not on the disk yet (microsoft/CopyOnWrite issue 12; git-lfs issue 6312: right length, partly
/// zero, without parallel clones). The published remedy is FlushFileBuffers on a handle with write access (README of CopyOnWrite before its
/// commit 64628b5; git-lfs pull request 6323).
/// </summary>
internal sealed class CloneSource(WindowsPlatform platform, CloneCall call)
{
    /// <summary>Shared as CopyFile shares its source, so that no program writes to it meanwhile.</summary>
    internal const uint Sharing = FILE_SHARE_READ | FILE_SHARE_DELETE;

    private readonly IWindowsCalls _calls = platform.Calls;
    private readonly bool _isRequired = call.Mode == CloneMode.Required;
    private readonly bool _flushes = call.FlushesSources || call.Mode == CloneMode.Required || platform.FlushesSources;

    /// <summary>Judged by what the path shows, so that a file to copy need not be opened.</summary>
    internal bool IsCopiedAsRecent(string path, in FileStamp seen, VolumeInfo volume) =>
        !platform.SystemCopyClones(volume)
            && !_flushes
            && platform.IsRecent(seen)
            && !platform.Flushed.MayContain(path, seen);

    /// <summary>Opens the source; of kind NotHandled, with the reason, when it cannot be cloned.</summary>
    internal CloneOutcome Open(string path, VolumeInfo volume, out nint source, out FileStamp stamp)
    {
        // What this refuses, CopyFile may be granted, or it reports the error.
        stamp = default;
        int error = _calls.CreateFile(path, GENERIC_READ, Sharing, OPEN_EXISTING, 0, out source);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(Reason.FileCannotBeCloned, error);
        }

        CloneOutcome refused = Examine(source, volume, out stamp);
        if (refused.Kind != OutcomeKind.NotHandled
            && !platform.SystemCopyClones(volume)
            && platform.IsRecent(stamp)
            && !platform.Flushed.Contains(path, stamp))
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
        bool isTooShort = stamp.Length < volume.ClusterSize && !_isRequired;
        if (error != 0 || isTooShort || !stamp.HasOnlyContent(_calls, source, volume))
        {
            return CloneOutcome.NotHandled(Reason.FileCannotBeCloned, error);
        }

        // The folder's volume was a guess: the path may lead over a link made a moment ago.
        return stamp.Id.VolumeSerialNumber != volume.Serial ? CloneOutcome.NotHandled(Reason.DifferentVolumes) : default;
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
        source = INVALID_HANDLE_VALUE;
        int error = FlushByName(path);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(Reason.FlushFailed, error);
        }

        // Reopened without write access: others may read it while it is cloned.
        error = _calls.CreateFile(path, GENERIC_READ, Sharing, OPEN_EXISTING, 0, out source);
        if (error != 0)
        {
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

        platform.Flushed.Add(path, stamp.Id, stamp, _calls.SystemTime());
        return default;
    }

    private int FlushByName(string path)
    {
        int error = _calls.CreateFile(path, GENERIC_WRITE, Sharing, OPEN_EXISTING, 0, out nint writable);
        if (error != 0)
        {
            return error;
        }

        using var file = new OpenedFile(_calls, writable);
        return _calls.FlushFileBuffers(writable);
    }
}
