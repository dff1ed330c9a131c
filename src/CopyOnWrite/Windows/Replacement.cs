using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Putting a finished file in the place of another in one step, by a temporary name beside it.</summary>
internal static class Replacement
{
    // More than one only where several processes replace one file at one time.
    internal const int TemporaryNamesToTry = 100;

    /// <summary>Of kind NotHandled when the file there is not one to be replaced without being asked.</summary>
    internal static FileOutcome MayReplace(IWindowsCalls calls, string path)
    {
        int error = calls.GetFileAttributes(path, out WIN32_FILE_ATTRIBUTE_DATA data);
        return error != 0 ? FileOutcome.NotHandled(Reason.OtherError, error)    // There a moment ago: somebody else is at work on it.
            : (data.FileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)) != 0 ? FileOutcome.NotHandled(Reason.DestinationIsNotAPlainFile)
            : (data.FileAttributes & FILE_ATTRIBUTE_READONLY) != 0 ? FileOutcome.NotHandled(Reason.DestinationIsReadOnly)
            : default;
    }

    /// <summary>Why a file could not be made under this name.</summary>
    internal static FileOutcome RefusalOf(IWindowsCalls calls, string path, int error)
    {
        bool folder = error == ERROR_ACCESS_DENIED
            && calls.GetFileAttributes(path, out WIN32_FILE_ATTRIBUTE_DATA data) == 0
            && (data.FileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
        return folder ? FileOutcome.NotHandled(Reason.DestinationIsNotAPlainFile, error)
            : error == ERROR_PATH_NOT_FOUND ? FileOutcome.NotHandled(Reason.DestinationFolderMissing, error)
            : FileOutcome.NotHandled(WinError.OfFile(error), error);
    }

    /// <summary>True when the name is free. A file that a living process makes is open without sharing, so it cannot be deleted; what a killed one left can.</summary>
    internal static bool TryRemoveLeftover(IWindowsCalls calls, string temporary)
    {
        int error = calls.DeleteFile(temporary);
        if (error == ERROR_ACCESS_DENIED && calls.SetFileAttributes(temporary, FILE_ATTRIBUTE_NORMAL) == 0)
        {
            error = calls.DeleteFile(temporary);    // CopyFile's copy of a read-only source is read-only.
        }

        return error is 0 or ERROR_FILE_NOT_FOUND;
    }

    /// <summary>
    /// Renames the finished file, opened with the right to, over the destination and closes it. 0, or the error; then the destination is as it was
    /// and the file gone.
    /// </summary>
    internal static int Publish(IWindowsCalls calls, nint made, string temporary, string path)
    {
        int error = calls.RenameOver(made, path);
        calls.CloseHandle(made);
        if (WinError.IsUnknownCall(error))
        {
            error = calls.MoveOver(temporary, path);
        }

        if (error != 0)
        {
            _ = calls.DeleteFile(temporary);
        }

        return error;
    }

    /// <summary>The same for a file that is closed.</summary>
    internal static int Publish(IWindowsCalls calls, string temporary, string path)
    {
        // Sharing neither writing nor deletion: so it is no half-made file of another process that took our name, and none takes it for a leftover.
        int error = calls.CreateFile(temporary, DELETE | FILE_READ_ATTRIBUTES, FILE_SHARE_READ, OPEN_EXISTING, 0, out nint made);
        if (error == 0)
        {
            return Publish(calls, made, temporary, path);
        }

        _ = calls.DeleteFile(temporary);
        return error;
    }
}
