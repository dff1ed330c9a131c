using System.Threading;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>The explicit clone, on systems whose own copy makes none.</summary>
internal sealed unsafe partial class WindowsStrategy
{
    // Of 8,176 references the source's own is one.
    private const long ClonesOfOneFile = 8175;

    private long _clones;

    /// <summary>
    /// Cloned; or copied, where the source's blocks have too many references; else of kind NotHandled, with the reason for a copy
    /// (<see cref="MayBeCopied"/>) or for none.
    /// </summary>
    private FileOutcome Clone(string source, string destination, KnownVolume volume)
    {
        // Without buffering: that is the published way round a fault of older ReFS, where clones made at the same time of one cached source read as
        // zeros (microsoft/CopyOnWrite #12). Sharing as CopyFile shares its source, so writers and we exclude each other as before; what we are
        // refused, CopyFile may be granted, or has the error for.
        int error = _calls.CreateFile(source, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, OPEN_EXISTING, FILE_FLAG_NO_BUFFERING, out nint from);
        if (error != 0)
        {
            return FileOutcome.NotHandled(Reason.FileCannotBeCloned, error);
        }

        FileOutcome outcome = CloneOpened(from, destination, volume, out DestinationFile made, out FileStamp stamp);

        // Before the new file takes its place, which may be the source's own under another name.
        _calls.CloseHandle(from);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            return outcome;
        }

        error = made.StampAndPublish(stamp);
        if (error != 0)
        {
            return FileOutcome.NotHandled(WinError.OfFile(error), error);
        }

        if (outcome.Kind == OutcomeKind.Copied)
        {
            RememberCopy(stamp, destination);
        }
        else
        {
            Interlocked.Increment(ref _clones);
        }

        return outcome;
    }

    /// <summary>Of kind NotHandled when nothing was made; else the destination is to be stamped and published.</summary>
    private FileOutcome CloneOpened(nint source, string destination, KnownVolume volume, out DestinationFile made, out FileStamp stamp)
    {
        made = default;
        int error = FileStamp.Get(_calls, source, out stamp);
        if (error != 0 || !IsPlain(source, stamp, volume))
        {
            return FileOutcome.NotHandled(Reason.FileCannotBeCloned, error);
        }

        // The folder's volume was a guess: the file may be reached by a link that was not there a moment ago.
        if (stamp.Id.VolumeSerialNumber != volume.Serial)
        {
            return FileOutcome.NotHandled(Reason.DifferentVolumes);
        }

        FileOutcome refused = DestinationFile.Create(_calls, destination, stamp.Basic.FileAttributes, out made);
        if (refused.Kind == OutcomeKind.NotHandled)
        {
            return refused;
        }

        FileOutcome outcome = Fill(source, stamp, made.Handle, volume);
        if (outcome.Kind == OutcomeKind.NotHandled)
        {
            made.Discard();
        }

        return outcome;
    }

    private FileOutcome Fill(nint source, in FileStamp stamp, nint destination, KnownVolume volume)
    {
        int error = OpenCopyOf(stamp, out nint copy)
            ? ExtentClone.Fill(_calls, copy, stamp, destination, volume.ClusterSize)
            : ExtentClone.Fill(_calls, source, stamp, destination, volume.ClusterSize);
        if (copy != INVALID_HANDLE_VALUE)
        {
            _calls.CloseHandle(copy);
        }

        if (error == 0)
        {
            _pairs!.ForgetRefusals(volume.Serial, volume.Serial);
            return FileOutcome.Cloned(stamp.Length);
        }

        switch (WinError.OfClone(error))
        {
            case WinError.CloneRefusal.References:
                return CopyInFull(source, stamp, destination);
            case WinError.CloneRefusal.Terminal:
                return FileOutcome.NotHandled(WinError.OfFile(error), error);
            case WinError.CloneRefusal.Volume:
                _pairs!.RememberCannot(volume.Serial, volume.Serial, Reason.VolumeCannotClone);
                return FileOutcome.NotHandled(Reason.VolumeCannotClone, error);
            default:
                // Another volume is answered with 87, as other things are: only a look at the new file tells.
                bool elsewhere = _volumes.Of(destination) is { } actual && actual.Serial != volume.Serial;
                if (!elsewhere)
                {
                    _pairs!.CountRefusal(volume.Serial, volume.Serial);
                }

                return FileOutcome.NotHandled(elsewhere ? Reason.DifferentVolumes : Reason.FileCannotBeCloned, error);
        }
    }

    /// <summary>A copy with blocks of its own, of which later clones are made.</summary>
    private FileOutcome CopyInFull(nint source, in FileStamp stamp, nint destination)
    {
        int error = ByteCopy.Copy(_calls, source, destination, stamp.Length);
        error = error != 0 || (stamp.Basic.FileAttributes & FILE_ATTRIBUTE_SPARSE_FILE) != 0 ? error : ExtentClone.MakeDense(_calls, destination);
        if (error != 0)
        {
            return FileOutcome.NotHandled(WinError.OfFile(error), error);
        }

        // References that this process cannot have made are other builds' files, or leaked: deleted files whose references ReFS kept.
        Reason reason = Interlocked.Read(ref _clones) < ClonesOfOneFile ? Reason.TooManyReferencesOfOthers : Reason.TooManyReferences;
        return FileOutcome.Copied(reason, stamp.Length, ERROR_BLOCK_TOO_MANY_REFERENCES);
    }

    private bool OpenCopyOf(in FileStamp source, out nint copy)
    {
        copy = INVALID_HANDLE_VALUE;
        if (_hot.Find(source) is not { } known
            || _calls.CreateFile(known.CopyPath, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, OPEN_EXISTING, FILE_FLAG_NO_BUFFERING, out copy) != 0)
        {
            copy = INVALID_HANDLE_VALUE;
            return false;
        }

        return FileStamp.Get(_calls, copy, out FileStamp stamp) == 0 && stamp.IsUnchangedSince(known.Copy);
    }

    private void RememberCopy(in FileStamp source, string path)
    {
        // Looked at once it is closed, when its times are final. Its write time and length have to be the source's still: then nobody has
        // written to it in between.
        if (_calls.CreateFile(path, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, OPEN_EXISTING, 0, out nint copy) != 0)
        {
            return;
        }

        if (FileStamp.Get(_calls, copy, out FileStamp stamp) == 0 && stamp.HasContentOf(source))
        {
            _hot.Remember(new HotSource(source, path, stamp));
        }

        _calls.CloseHandle(copy);
    }

    /// <summary>
    /// Nothing that CopyFile would copy beside the content: no further streams, no extended attributes, no odd attributes. Blocks are all that a
    /// clone takes along.
    /// </summary>
    private bool IsPlain(nint file, in FileStamp stamp, KnownVolume volume)
    {
        if (!SourceFile.IsPlain(stamp.Basic.FileAttributes) || stamp.Length < volume.ClusterSize)
        {
            return false;
        }

        if (volume.HasExtendedAttributes && (_calls.GetEaSize(file, out uint bytes) != 0 || bytes != 0))
        {
            return false;
        }

        // Room for the content's own entry and no more: further ones are more data.
        const int Size = 64;
        byte* streams = stackalloc byte[Size];
        return !volume.HasStreams
            || (_calls.GetFileInformation(file, FileStreamInfo, streams, Size) == 0 && ((FILE_STREAM_INFO*)streams)->NextEntryOffset == 0);
    }
}
