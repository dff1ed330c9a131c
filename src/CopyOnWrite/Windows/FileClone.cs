using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Makes a destination that is an explicit clone of an open file, and gives it its name.</summary>
internal sealed class FileClone(WindowsPlatform platform, CloneCall call)
{
    private readonly IWindowsCalls _calls = platform.Calls;

    /// <summary>What is known of the volumes; null never clones.</summary>
    internal Refusals? Pairs { get; } = call.PairsOf(platform.Pairs);

    /// <summary>Makes the clone; of kind NotHandled when nothing was made. The caller publishes it.</summary>
    internal CloneOutcome Make(
        nint source, in FileStamp stamp, string destination, FolderVolumeCache.Folder folder, out WindowsDestinationFile made)
    {
        CloneOutcome refused = WindowsDestinationFile.Create(platform, call, destination, folder.Volume!, stamp.Attributes, out made);
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

    /// <summary>Stamps the clone and gives it the destination's name; of kind NotHandled when that is refused.</summary>
    internal unsafe CloneOutcome Publish(
        in WindowsDestinationFile made, in CloneOutcome outcome, in FileStamp source, string destination, bool replaces)
    {
        // Asked while it is open: another file may have its name a moment later.
        FILE_ID_INFO id;
        bool isKnown = _calls.GetFileInformation(made.Handle, FileIdInfo, &id, sizeof(FILE_ID_INFO)) == 0;
        int error = made.StampAndPublish(source, replaces, out int[]? usedBy);
        if (error != 0)
        {
            // A new file can be copied in place. What denies one that replaces another is that file or the folder: MayRename tells which.
            bool isRefused = platform.Rights.AreRefused(destination)
                || (error == ERROR_ACCESS_DENIED && !platform.Rights.MayRename(destination));
            Reason reason = isRefused ? Reason.FileCannotBeCloned : WinError.OfFile(error);
            return CloneOutcome.NotHandled(reason, error);
        }

        if (isKnown)
        {
            platform.Flushed.Add(destination, id, source, _calls.SystemTime());
        }

        return outcome.OverFileUsedBy(usedBy);
    }

    private CloneOutcome Fill(nint source, in FileStamp stamp, nint destination, FolderVolumeCache.Folder folder)
    {
        VolumeInfo volume = folder.Volume!;
        int error = ExtentClone.Fill(_calls, source, stamp, destination, volume.ClusterSize, folder.NewFilesHaveIntegrity);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(WhyRefused(error, volume, destination), error);
        }

        error = stamp.IsSparse ? 0 : ExtentClone.MakeDense(_calls, destination);
        return error == 0 ? CloneOutcome.Cloned(stamp.Length) : CloneOutcome.NotHandled(Reason.FileCannotBeCloned, error);
    }

    /// <summary>Remembers, for the volume's next files, that it cannot clone.</summary>
    private Reason WhyRefused(int error, VolumeInfo volume, nint destination)
    {
        Reason reason = WinError.OfClone(error);
        if (reason == Reason.VolumeCannotClone)
        {
            Pairs!.Remember(volume.Serial, volume.Serial, reason);
        }

        // Another volume gives error 87, as other causes do: only the new file's volume shows it.
        return reason == Reason.FileCannotBeCloned && platform.Volumes.Of(destination) is { } actual && actual.Serial != volume.Serial
            ? Reason.DifferentVolumes
            : reason;
    }
}
