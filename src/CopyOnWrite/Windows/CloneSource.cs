using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Opens the sources of explicit clones. One that changed a moment ago is flushed first, or copied: ReFS before Windows 11 24H2 may give a
/// clone zeros for what is in memory and not on the disk yet (microsoft/CopyOnWrite issue 12; git-lfs issue 6312: right length, partly
/// zero, without parallel clones). That later versions clone within CopyFile shows nothing of the control itself, so the rule holds there,
/// too. The published remedy is FlushFileBuffers on a handle with write access (README of CopyOnWrite before its
/// commit 64628b5; git-lfs pull request 6323).
/// </summary>
internal sealed class CloneSource(WindowsPlatform platform, CloneCall call)
{
    /// <summary>Shared as CopyFile shares its source, so that no program writes to it meanwhile.</summary>
    internal const uint Sharing = FILE_SHARE_READ | FILE_SHARE_DELETE;

    private readonly Win32Calls _calls = platform.Calls;
    private readonly bool _flushes = call.FlushesSources || call.Mode == CloneMode.Required;

    /// <summary>Judged by what the path shows, so that a file to copy need not be opened.</summary>
    internal bool IsCopiedAsRecent(string path, in FileStamp seen) =>
        !_flushes && platform.IsRecent(seen) && !platform.Flushed.MayContain(path, seen);

    /// <summary>Opens the source; of kind NotHandled, with the reason, when it cannot be cloned.</summary>
    internal CloneOutcome Open(string path, VolumeInfo volume, out nint source, out FileStamp stamp)
    {
        CloneOutcome refused = OpenToClone(path, volume, out source, out stamp);
        if (refused.Kind == OutcomeKind.NotHandled || !platform.IsRecent(stamp) || platform.Flushed.Contains(path, stamp))
        {
            return refused;
        }

        _calls.CloseHandle(source);
        if (!_flushes)
        {
            return CloneOutcome.NotHandled(Reason.SourceIsDirty);
        }

        // Flushed by a handle with write access, which is refused where it is open elsewhere, or read-only. Reopened without write access:
        // others may read it while it is cloned.
        FileStamp earlier = stamp;
        int error = FlushByName(path);
        refused = error == 0 ? OpenToClone(path, volume, out source, out stamp) : CloneOutcome.NotHandled(Reason.FlushFailed, error);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        if (!stamp.IsUnchangedSince(earlier))
        {
            _calls.CloseHandle(source);
            return CloneOutcome.NotHandled(Reason.FlushFailed); // Another program wrote to it in between.
        }

        platform.Flushed.Add(path, stamp.Id, stamp, _calls.SystemTime());
        return default;
    }

    /// <summary>Opens and checks the file; of kind NotHandled, and closed, when it cannot be cloned.</summary>
    private CloneOutcome OpenToClone(string path, VolumeInfo volume, out nint source, out FileStamp stamp)
    {
        // What this refuses, CopyFile may be granted, or it reports the error.
        stamp = default;
        int error = _calls.CreateFile(path, GENERIC_READ, Sharing, OPEN_EXISTING, 0, out source);
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
