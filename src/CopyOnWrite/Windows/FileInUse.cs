using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Replaces a file that programs have loaded. Windows neither deletes nor overwrites it, but renames it (page "Dynamic-Link Library
/// Updates" of the Win32 documentation): the old file gets a name beside its own, and the new one, which is finished, takes its place.
/// </summary>
internal static class FileInUse
{
    /// <summary>Gives the finished file the destination's name, after moving the old one aside, which is back after an error.</summary>
    /// <param name="made">Opened with DELETE.</param>
    /// <param name="usedBy">See <see cref="CloneOutcome.UsedBy"/>.</param>
    /// <returns>0, or the error.</returns>
    internal static int Replace(Win32Calls calls, nint made, string destination, VolumeInfo? volume, out int[]? usedBy)
    {
        usedBy = null;

        // Shares reading only: so it is refused where a program has the file open for writing, or without sharing its deletion (a
        // debugger's symbols), and no other process deletes the old file before the new one is in place.
        const uint Access = DELETE | FILE_READ_ATTRIBUTES;
        int error = calls.CreateFile(destination, Access, FILE_SHARE_READ, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out nint old);
        if (error != 0)
        {
            return error == ERROR_SHARING_VIOLATION ? error : ERROR_ACCESS_DENIED;
        }

        using var file = new OpenedFile(calls, old);
        if (!MoveAside(calls, old, destination))
        {
            return ERROR_ACCESS_DENIED;
        }

        error = calls.Rename(made, destination, flags: 0);
        if (error == 0)
        {
            // Only a file that is mapped cannot be deleted while others have it open and share its deletion.
            usedBy = WindowsTempFile.TryDelete(calls, old, volume) ? null
                : calls.GetProcessesUsing(old, out int[] users) == 0 ? users
                : [];
            return 0;
        }

        // Refused only where another process has made a file of that name, which stays then.
        _ = calls.Rename(old, destination, flags: 0);
        return error;
    }

    /// <summary>Renames the old file to a free side name, first deleting side files that are no longer open.</summary>
    private static bool MoveAside(Win32Calls calls, nint old, string destination)
    {
        for (int number = 0; number < ReplacedFiles.MostOfOneName; number++)
        {
            string aside = Win32Path.ReplacedBeside(destination, number);
            int error = calls.Rename(old, aside, flags: 0);
            if (error == 0
                || (WinError.IsThereAlready(error) && calls.DeleteFile(aside) == 0 && calls.Rename(old, aside, flags: 0) == 0))
            {
                return true;
            }
        }

        return false;
    }
}
