using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Handles a source on another volume, with the cross-volume cache.</summary>
internal sealed partial class WindowsWorker
{
    /// <summary>
    /// Clones the source's entry; otherwise of kind NotHandled, with the reason for a copy (<see cref="ReasonGroups.MayBeCopied"/>) or for
    /// none.
    /// </summary>
    private CloneOutcome CloneFromCache(string source, in FileStamp seen, string destination, bool replaces, VolumeInfo volume)
    {
        if (call.WhyNotCached(seen.Length) is var without and not Reason.None)
        {
            return CloneOutcome.NotHandled(without);
        }

        // Questions about a file on another machine are slow, and its times are that machine's.
        if (platform.Volumes.OfFolder(source) is { IsRemote: true }
            || seen.Length < volume.ClusterSize
            || !platform.Cache!.TryOpenSource(
                source, letsOthersWrite: false, out nint handle, out FileFingerprint fingerprint, out FileStamp stamp))
        {
            return CloneOutcome.NotHandled(Reason.DifferentVolumes);
        }

        using var file = new OpenedFile(_calls, handle);
        CloneCache cache = call.Cache!;
        var wanted = new CacheSource(source, Win32Path.HashInAnyCase(source), fingerprint);
        var place = new CacheDestination(volume.Serial);
        Reason whyNot = cache.Find(wanted, handle, place, out nint entry);
        if (whyNot != Reason.None)
        {
            return CloneOutcome.NotHandled(whyNot);
        }

        CloneOutcome outcome;
        lock (platform.LockOf(source))
        {
            outcome = CloneOf(entry, stamp, destination, replaces, volume, CloneOutcome.ClonedFromCache(stamp.Length));
        }

        return outcome.ErrorNumber == ERROR_BLOCK_TOO_MANY_REFERENCES ? CloneOutcome.NotHandled(cache.Replace(wanted, handle, place))
            : outcome.Reason == Reason.FileCannotBeCloned ? CloneOutcome.NotHandled(Reason.DifferentVolumes, outcome.ErrorNumber)
            : outcome;
    }
}
