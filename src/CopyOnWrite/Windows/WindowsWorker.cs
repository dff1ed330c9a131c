using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Clones block by block on ReFS and Dev Drive where the system's own copy does not do so itself; everything else is that copy
/// (<see cref="SystemCopy"/>), whose result is the built-in task's.
/// </summary>
internal sealed partial class WindowsWorker(WindowsCloner cloner, CloneCall call) : CloneWorker
{
    private readonly IWindowsCalls _calls = cloner.Calls;
    private readonly Refusals? _pairs = call.PairsOf(cloner.Pairs);
    private readonly bool _flushes = call.FlushesSources || call.Mode == CloneMode.Required || cloner.FlushesSources;

    private bool IsRequired => call.Mode == CloneMode.Required;

    public override void Dispose()
    {
    }

    public override bool IsUnchanged(string source, string destination) =>
        !IsTooLong(source)
        && !IsTooLong(destination)
        && _calls.GetFileAttributes(destination, out WIN32_FILE_ATTRIBUTE_DATA there) == 0
        && (there.FileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0
        && _calls.GetFileAttributes(source, out WIN32_FILE_ATTRIBUTE_DATA here) == 0
        && (here.FileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0
        && here.Length == there.Length
        && here.LastWriteTime == there.LastWriteTime;

    public override CloneOutcome Copy(string source, string destination)
    {
        // A zero would end the path early for the system.
        if (source.IndexOf('\0') >= 0 || destination.IndexOf('\0') >= 0 || IsTooLong(source) || IsTooLong(destination))
        {
            return CloneOutcome.NotHandled(Reason.UnsupportedPath);
        }

        // Not found: the temporary name, or its folder, was removed by another process. There already: another process made the destination
        // meanwhile. Either way it has finished now.
        CloneOutcome outcome = CopyOnce(source, destination);
        if (outcome.Reason == Reason.OtherError
            && (outcome.ErrorNumber == ERROR_FILE_NOT_FOUND || WinError.IsThereAlready(outcome.ErrorNumber)))
        {
            outcome = CopyOnce(source, destination);
        }

        return outcome.Reason == Reason.VolumeFull && WouldNotFitInPlace(source, destination, outcome.ErrorNumber)
            ? CloneOutcome.NotHandled(Reason.VolumeFullEvenInPlace, outcome.ErrorNumber)
            : outcome;
    }

    private bool IsTooLong(string path) => call.LimitsPaths && cloner.IsTooLong(path);

    private CloneOutcome CopyOnce(string source, string destination)
    {
        CloneOutcome refused = SourceFile.TryStat(_calls, cloner.Volumes, source, out SourceFile seen);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        refused = LookAt(destination, out bool exists);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        Reason reason = WhyNotCloned(source, seen, destination, out FolderVolumeCache.Folder? folder);
        CloneOutcome outcome = reason != Reason.None
            ? CloneOutcome.NotHandled(reason)
            : Clone(source, destination, exists, folder!);
        if (outcome.Reason == Reason.DifferentVolumes)
        {
            outcome = CloneFromCache(source, seen, destination, exists, folder!);
        }

        if (outcome.Kind != OutcomeKind.NotHandled || !MayBeCopied(outcome.Reason))
        {
            return outcome;
        }

        int refusal = outcome.ErrorNumber;
        if (IsRequired)
        {
            return CloneOutcome.NotHandled(WinError.OfRequiredClone(outcome.Reason, refusal), refusal);
        }

        int error = SystemCopy.Copy(cloner, source, seen, destination, exists, call.ReplacesFilesInUse, out int[]? usedBy);
        Reason why = error == 0 && outcome.Reason == Reason.SystemCopyClones && !SystemCopyShares(source, destination, folder!.Volume!)
            ? Reason.FileCannotBeCloned : outcome.Reason;
        return error == 0 ? CloneOutcome.Copied(why, seen.Length, refusal).OverFileUsedBy(usedBy)
            : error == ERROR_PATH_NOT_FOUND ? CloneOutcome.NotHandled(Reason.DestinationFolderMissing, error)
            : CloneOutcome.NotHandled(WinError.OfFile(error), error);
    }

    /// <summary>The outcome is of kind NotHandled when the destination may not be replaced, or cannot be made.</summary>
    private CloneOutcome LookAt(string destination, out bool exists)
    {
        int error = _calls.GetFileAttributes(destination, out WIN32_FILE_ATTRIBUTE_DATA data);
        exists = error == 0;
        return error == ERROR_FILE_NOT_FOUND ? default
            : error == ERROR_PATH_NOT_FOUND ? CloneOutcome.NotHandled(Reason.DestinationFolderMissing, error)
            : error != 0 ? CloneOutcome.NotHandled(WinError.OfFile(error), error)
            : (data.FileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)) != 0
                ? CloneOutcome.NotHandled(Reason.DestinationIsNotARegularFile)
            : (data.FileAttributes & FILE_ATTRIBUTE_READONLY) != 0 ? CloneOutcome.NotHandled(Reason.DestinationIsReadOnly)
            : !call.Overwrites ? CloneOutcome.NotHandled(Reason.DestinationExists, ERROR_FILE_EXISTS)
            : default;
    }

    /// <param name="folder">The destination's folder, where the answer is <see cref="Reason.None"/> or DifferentVolumes.</param>
    private Reason WhyNotCloned(string source, in SourceFile seen, string destination, out FolderVolumeCache.Folder? folder)
    {
        folder = null;
        bool isEmpty = seen.Length == 0 && !IsRequired;
        if (isEmpty || _pairs is null || !SourceFile.HasClonableAttributes(seen.Attributes))
        {
            return isEmpty ? Reason.Empty : _pairs is null ? Reason.CloningDisabled : Reason.FileCannotBeCloned;
        }

        folder = cloner.Folders.Of(destination);
        if (folder?.Volume is not { Clones: true } volume)
        {
            return Reason.VolumeCannotClone;
        }

        if ((seen.LinkedVolume ?? cloner.Folders.VolumeOf(source))?.Serial != volume.Serial)
        {
            return Reason.DifferentVolumes;
        }

        return _pairs.Find(volume.Serial, volume.Serial) is var known and not Reason.None ? known
            : seen.Length < volume.ClusterSize && !IsRequired ? Reason.BelowOneCluster
            : SystemCopyClones(volume) && call.Mode == CloneMode.Fastest ? Reason.SystemCopyClones
            : IsCopiedAsRecent(source, seen, volume) ? Reason.SourceIsDirty
            : cloner.Rights.AreRefused(destination) ? Reason.FileCannotBeCloned
            : Reason.None;
    }

    /// <summary>
    /// When there is no space for a new file beside the old one: whether deleting the old one would not help. False where that is
    /// unknown: what is compressed or sparse takes less space than it is long, and on a volume that clones the system's copy may.
    /// </summary>
    private bool WouldNotFitInPlace(string source, string destination, int error)
    {
        // More than the last clusters of files, of 64 KiB at most on ReFS, and the volume's metadata.
        const ulong SpaceForClusters = 256 * 1024;
        const uint TakesLess = FILE_ATTRIBUTE_COMPRESSED | FILE_ATTRIBUTE_SPARSE_FILE | FILE_ATTRIBUTE_REPARSE_POINT;
        return error is ERROR_DISK_FULL or ERROR_HANDLE_DISK_FULL
            && cloner.Folders.Of(destination)?.Volume is { Clones: false }
            && _calls.GetFileAttributes(destination, out WIN32_FILE_ATTRIBUTE_DATA old) == 0
            && _calls.GetFileAttributes(source, out WIN32_FILE_ATTRIBUTE_DATA wanted) == 0
            && ((old.FileAttributes | wanted.FileAttributes) & TakesLess) == 0
            && _calls.GetFreeBytes(Win32Path.FolderOf(destination), out ulong free) == 0
            && free + (ulong)old.Length + SpaceForClusters < (ulong)wanted.Length;
    }

    /// <summary>Whether a copy should follow a clone that failed for this reason: the reasons for copies come first in the enum.</summary>
    private static bool MayBeCopied(Reason reason) => reason < Reason.SourceMissing;
}
