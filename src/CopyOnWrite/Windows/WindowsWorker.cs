using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Clones blocks on ReFS and Dev Drive where the system's own copy does not; else that copy, as the built-in task.</summary>
internal sealed partial class WindowsWorker(WindowsPlatform platform, CloneCall call) : CloneWorker
{
    private readonly Win32Calls _calls = platform.Calls;
    private readonly Refusals? _pairs = platform.Pairs;

    private bool IsRequired => call.Mode == CloneMode.Required;

    private bool FlushesSources => call.FlushesSources || IsRequired;

    public override bool IsUnchanged(string source, string destination) =>
        _calls.GetFileAttributes(destination, out WIN32_FILE_ATTRIBUTE_DATA there) == 0
        && (there.FileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0
        && _calls.GetFileAttributes(source, out WIN32_FILE_ATTRIBUTE_DATA here) == 0
        && (here.FileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0
        && here.Length == there.Length
        && here.LastWriteTime == there.LastWriteTime;

    public override CloneOutcome Copy(string source, string destination)
    {
        // A zero would end the path early for the system.
        if (source.IndexOf('\0') >= 0 || destination.IndexOf('\0') >= 0)
        {
            return CloneOutcome.NotHandled(Reason.UnsupportedPath);
        }

        // Not found: another process removed the temporary name or its folder. There already: it made the destination. It has finished now.
        CloneOutcome outcome = CopyOnce(source, destination);
        if (outcome.Reason == Reason.OtherError
            && (outcome.ErrorNumber == ERROR_FILE_NOT_FOUND || WinError.IsThereAlready(outcome.ErrorNumber)))
        {
            outcome = CopyOnce(source, destination);
        }

        return outcome;
    }

    private CloneOutcome CopyOnce(string source, string destination)
    {
        bool exists = false;
        CloneOutcome refused = FileStamp.OfSource(_calls, source, out FileStamp seen) is var error and not 0
            ? CloneOutcome.NotHandled(WinError.IsMissing(error) ? Reason.SourceMissing : WinError.OfFile(error), error)
            : (seen.Attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? CloneOutcome.NotHandled(Reason.SourceIsNotAFile)
            : CheckDestination(destination, out exists);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        Reason reason = WhyNotCloned(source, seen, destination, out VolumeInfo? volume);
        CloneOutcome outcome = reason != Reason.None
            ? CloneOutcome.NotHandled(reason)
            : Clone(source, destination, exists, volume!);
        if (outcome.Reason == Reason.DifferentVolumes)
        {
            outcome = CloneFromCache(source, seen, destination, exists, volume!);
        }

        if (outcome.Kind != OutcomeKind.NotHandled || !ReasonGroups.MayBeCopied(outcome.Reason))
        {
            return outcome;
        }

        int refusal = outcome.ErrorNumber;
        if (IsRequired)
        {
            return CloneOutcome.NotHandled(WinError.OfRequiredClone(outcome.Reason, refusal), refusal);
        }

        outcome = CopyBySystem(source, seen, destination, exists, CloneOutcome.Copied(outcome.Reason, seen.Length, refusal));
        return outcome.Reason == Reason.SystemCopyClones && !SharesBlocks(source, destination, volume!)
            ? outcome with { Reason = Reason.FileCannotBeCloned }
            : outcome;
    }

    /// <summary>The outcome where a call failed that looked at the destination, or made it.</summary>
    internal static CloneOutcome NotMade(int error) => CloneOutcome.NotHandled(WinError.OfDestination(error), error);

    /// <summary>The outcome is of kind NotHandled when the destination may not be replaced, or cannot be made.</summary>
    private CloneOutcome CheckDestination(string destination, out bool exists)
    {
        int error = _calls.GetFileAttributes(destination, out WIN32_FILE_ATTRIBUTE_DATA data);
        exists = error == 0;
        Reason why = error == ERROR_FILE_NOT_FOUND ? Reason.None
            : error != 0 ? WinError.OfDestination(error)
            : (data.FileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)) != 0 ? Reason.DestinationIsNotARegularFile
            : (data.FileAttributes & FILE_ATTRIBUTE_READONLY) != 0 ? Reason.DestinationIsReadOnly
            : !call.Overwrites ? Reason.DestinationExists
            : Reason.None;
        return why == Reason.None ? default : CloneOutcome.NotHandled(why, why == Reason.DestinationExists ? ERROR_FILE_EXISTS : error);
    }

    /// <param name="volume">The destination's, where the answer is <see cref="Reason.None"/>, SystemCopyClones or DifferentVolumes.</param>
    private Reason WhyNotCloned(string source, in FileStamp seen, string destination, out VolumeInfo? volume)
    {
        volume = null;
        Reason reason = seen.Length == 0 && !IsRequired ? Reason.Empty
            : _pairs is null ? Reason.CloningDisabled
            : !seen.HasClonableAttributes ? Reason.FileCannotBeCloned
            : Reason.None;
        if (reason != Reason.None)
        {
            return reason;
        }

        volume = platform.Volumes.OfFolder(destination);
        if (volume is not { Clones: true })
        {
            return Reason.VolumeCannotClone;
        }

        ulong? from = seen.Id.VolumeSerialNumber != 0 ? seen.Id.VolumeSerialNumber : platform.Volumes.OfFolder(source)?.Serial;
        return from != volume.Serial ? Reason.DifferentVolumes
            : _pairs!.Find(volume.Serial, volume.Serial) is var known and not Reason.None ? known
            : seen.Length < volume.ClusterSize && !IsRequired ? Reason.BelowOneCluster
            : platform.SystemCopyClones(volume) && call.Mode == CloneMode.Fastest ? Reason.SystemCopyClones
            : !FlushesSources && platform.IsRecent(seen) ? Reason.SourceIsDirty // By what the path shows: it need not be opened.
            : platform.Rights.AreRefused(destination) ? Reason.FileCannotBeCloned
            : Reason.None;
    }

    /// <summary>Clones the cache's entry for a source on another volume, and answers as <see cref="Clone"/>.</summary>
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
