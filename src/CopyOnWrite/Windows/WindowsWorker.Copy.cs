using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The system's own copy, as the built-in task makes it through .NET's File.Copy: content, attributes, streams, extended attributes and
/// write time. It is made beside the destination and renamed, so that no file has the name that is not whole.
/// </summary>
internal sealed partial class WindowsWorker
{
    // A virus scanner may open what was just written without sharing its deletion, for some 100 ms at most.
    private const int MostTried = 20;
    private const int PauseMilliseconds = 10;

    /// <param name="done">The outcome where that succeeds; otherwise it is of kind NotHandled, and the destination is as it was.</param>
    /// <param name="replaces">Whether a file has the destination's name. Without it, one that has come meanwhile stays.</param>
    private CloneOutcome CopyBySystem(string source, in FileStamp seen, string destination, bool replaces, in CloneOutcome done)
    {
        CloneOutcome outcome = platform.Rights.MayRename(destination)
            ? CopyBeside(source, seen, destination, replaces, done)
            : NotMade(ERROR_ACCESS_DENIED);
        if (outcome.IsCopy || !platform.Rights.AreRefused(destination))
        {
            return outcome;
        }

        if (replaces)
        {
            // The caller writes it in place: .NET's rename would be refused as well, and what was to be renamed might stay.
            return CloneOutcome.NotHandled(Reason.DestinationFolderRefuses, outcome.ErrorNumber);
        }

        // In place, as the built-in task writes it.
        int error = Make(source, seen, destination);
        return error == 0 ? done : NotMade(error);
    }

    private CloneOutcome CopyBeside(string source, in FileStamp seen, string destination, bool replaces, in CloneOutcome done)
    {
        FileStamp file = seen; // A lambda takes no "in".
        int error = WindowsTempFile.Make(
            _calls, destination, joinsLeftovers: false, path => Make(source, file, path), out string temporary);
        if (error != 0)
        {
            return NotMade(error);
        }

        error = Open(temporary, out nint handle);
        if (error == 0 && !IsCopyOf(seen, handle))
        {
            // Another process took the file for a leftover before it was opened, and put its own copy there: the caller tries again.
            _calls.CloseHandle(handle);
            return NotMade(ERROR_FILE_NOT_FOUND);
        }

        if (error == 0)
        {
            VolumeInfo? volume = replaces ? platform.Volumes.OfFolder(destination) : null;
            return new WindowsDestinationFile(platform, call, handle, temporary, destination, volume)
                .Publish(done, seen.LastWriteTime, replaces);
        }

        // The attributes of a deleted file are denied as well (WindowsTempFile.IsTaken).
        if (error == ERROR_ACCESS_DENIED && _calls.GetFileAttributes(temporary, out _) == 0)
        {
            platform.Rights.Refuse(destination);
        }

        _ = WindowsTempFile.RemoveLeftover(_calls, temporary);
        return NotMade(error);
    }

    /// <summary>Shares reading only: no other process is writing the file, and none can remove it as a leftover.</summary>
    private int Open(string temporary, out nint handle)
    {
        const uint Access = DELETE | FILE_READ_ATTRIBUTES | FILE_WRITE_ATTRIBUTES;
        for (int tried = 1; ; tried++)
        {
            int error = _calls.CreateFile(temporary, Access, FILE_SHARE_READ, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out handle);

            // What another process has just deleted is denied until it is gone (STATUS_DELETE_PENDING); a folder that refuses goes on.
            if (error is not (ERROR_SHARING_VIOLATION or ERROR_ACCESS_DENIED) || tried == MostTried)
            {
                return error;
            }

            Thread.Sleep(PauseMilliseconds);
        }
    }

    /// <summary>Compares length and, within the two seconds of FAT, time. True where they are not known.</summary>
    private bool IsCopyOf(in FileStamp seen, nint copy) =>
        _calls.GetNetworkOpenInformation(copy, out FILE_NETWORK_OPEN_INFORMATION made) != 0
        || (made.EndOfFile == seen.Length && Math.Abs(made.LastWriteTime - seen.LastWriteTime) <= 2 * TimeSpan.TicksPerSecond);

    /// <summary>Makes the copy. After an error it tries to remove what was made.</summary>
    private int Make(string source, in FileStamp seen, string copy)
    {
        // The built-in task takes all of a read-only source's attributes off the copy.
        int error = _calls.CopyFile(source, copy);
        if (error == 0 && seen.IsReadOnly && (error = _calls.SetFileAttributes(copy, FILE_ATTRIBUTE_NORMAL)) != 0)
        {
            _ = _calls.DeleteFile(copy);
        }

        return error;
    }

    /// <summary>
    /// Whether the copy shares its source's blocks; true where the system does not tell. The first copies on each volume are compared with
    /// their sources: Windows 11 24H2 does not clone behind a filter, by a policy, or in an image. There, files are cloned explicitly.
    /// </summary>
    private bool SharesBlocks(string source, string copy, VolumeInfo volume)
    {
        if (!volume.IsSystemCopyToCompare)
        {
            return !volume.SystemCopyOnlyCopies;
        }

        // A clone has its source's clusters at once; what is written may have none yet.
        bool? shares = FirstCluster(source) is >= 0 and var from && FirstCluster(copy) is { } to ? from == to : null;
        volume.Compared(shares);
        return shares != false;
    }

    /// <summary>-1 where none is allocated: a hole, content in the file's record or in memory. Null where it is unknown.</summary>
    private unsafe long? FirstCluster(string path)
    {
        // RETRIEVAL_POINTERS_BUFFER: ExtentCount, StartingVcn, and of the first extent NextVcn and Lcn, which is -1 for a hole.
        const int Count = 0, Lcn = 3, Size = 4;
        long* reply = stackalloc long[Size];
        long start = 0;
        if (OpenedFile.ForAttributes(_calls, path, out nint handle) != 0)
        {
            return null;
        }

        // More extents than fit give ERROR_MORE_DATA.
        using var file = new OpenedFile(_calls, handle);
        int error = _calls.DeviceIoControl(handle, FSCTL_GET_RETRIEVAL_POINTERS, &start, sizeof(long), reply, Size * sizeof(long));
        return error == ERROR_HANDLE_EOF ? -1
            : error is not (0 or ERROR_MORE_DATA) ? null
            : (uint)reply[Count] > 0 ? reply[Lcn]
            : -1;
    }
}
