using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>What has the destination's name, before anything is made.</summary>
internal static class SeenDestination
{
    /// <summary>Of kind NotHandled when it is not to be replaced without being asked, or cannot be made.</summary>
    internal static CloneOutcome Look(IWindowsCalls calls, string path, out bool exists)
    {
        int error = calls.GetFileAttributes(path, out WIN32_FILE_ATTRIBUTE_DATA data);
        exists = error == 0;
        return error == ERROR_FILE_NOT_FOUND ? default
            : error == ERROR_PATH_NOT_FOUND ? CloneOutcome.NotHandled(Reason.DestinationFolderMissing, error)
            : error != 0 ? CloneOutcome.NotHandled(WinError.OfFile(error), error)
            : (data.FileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT)) != 0
                ? CloneOutcome.NotHandled(Reason.DestinationIsNotARegularFile)
            : (data.FileAttributes & FILE_ATTRIBUTE_READONLY) != 0 ? CloneOutcome.NotHandled(Reason.DestinationIsReadOnly)
            : default;
    }
}
