using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Makes a destination that is an explicit clone of an open file, and gives it its name.</summary>
internal sealed partial class WindowsWorker
{
    /// <summary>Cloned, or of kind NotHandled, with the reason for a copy (<see cref="ReasonGroups.MayBeCopied"/>) or for none.</summary>
    private CloneOutcome Clone(string source, string destination, bool replaces, VolumeInfo volume)
    {
        CloneOutcome outcome;
        FileStamp stamp;
        WindowsDestinationFile made;
        lock (platform.LockOf(source))
        {
            outcome = _sources.Open(source, volume, out nint from, out stamp);
            if (outcome.Kind == OutcomeKind.NotHandled)
            {
                return outcome;
            }

            // Closed before the new file takes its place, as it may be the source under another name.
            using var file = new OpenedFile(_calls, from);
            outcome = Make(from, stamp, destination, volume, out made);
        }

        return outcome.Kind == OutcomeKind.NotHandled ? outcome : Publish(made, outcome, stamp, destination, replaces);
    }

    /// <summary>Makes the clone; of kind NotHandled when nothing was made. The caller publishes it.</summary>
    private CloneOutcome Make(
        nint source, in FileStamp stamp, string destination, VolumeInfo volume, out WindowsDestinationFile made)
    {
        int error = WindowsDestinationFile.Create(platform, call, destination, volume, stamp.Attributes, out made);
        if (error != 0)
        {
            return CloneOutcome.NotHandled(WinError.OfFile(error), error);
        }

        error = ExtentClone.Fill(_calls, source, stamp.Length, made.Handle, volume.ClusterSize);
        Reason refused = error != 0 ? WhyRefused(error, volume) : Reason.FileCannotBeCloned;
        error = error == 0 && !stamp.IsSparse ? ExtentClone.MakeDense(_calls, made.Handle) : error;
        if (error == 0)
        {
            return CloneOutcome.Cloned(stamp.Length);
        }

        made.Discard();
        return CloneOutcome.NotHandled(refused, error);
    }

    /// <summary>Stamps the clone and gives it the destination's name; of kind NotHandled when that is refused.</summary>
    private unsafe CloneOutcome Publish(
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
            return CloneOutcome.NotHandled(isRefused ? Reason.FileCannotBeCloned : WinError.OfFile(error), error);
        }

        if (isKnown)
        {
            platform.Flushed.Add(destination, id, source, _calls.SystemTime());
        }

        return outcome with { UsedBy = usedBy };
    }

    /// <summary>Remembers, for the volume's next files, that it cannot clone.</summary>
    private Reason WhyRefused(int error, VolumeInfo volume)
    {
        Reason reason = WinError.OfClone(error);
        if (reason == Reason.VolumeCannotClone)
        {
            _pairs!.Remember(volume.Serial, volume.Serial, reason);
        }

        return reason;
    }
}
