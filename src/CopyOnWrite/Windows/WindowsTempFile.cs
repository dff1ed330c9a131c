using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Makes and removes the files beside destinations that have temporary names.</summary>
internal static unsafe class WindowsTempFile
{
    // More than one is needed only if several processes replace one file at once.
    private const int MostTried = 100;

    /// <summary>Makes a file beside the destination under a name that is free, or once a leftover is removed: 0, or the error.</summary>
    /// <param name="joinsLeftovers">Whether another name is tried if a leftover stays; else an error, as that would stay as well.</param>
    internal static int Make(
        Win32Calls calls, string destination, bool joinsLeftovers, Func<string, int> make, out string temporary)
    {
        temporary = destination;
        int error = ERROR_FILE_EXISTS;
        for (int number = 0; number < MostTried && WinError.IsThereAlready(error); number++)
        {
            temporary = Win32Path.TemporaryBeside(destination, number);
            error = make(temporary);
            if (WinError.IsThereAlready(error))
            {
                int removed = RemoveLeftover(calls, temporary);
                if (removed == ERROR_ACCESS_DENIED && !joinsLeftovers)
                {
                    return removed;
                }

                error = removed == 0 ? make(temporary) : error;
            }

            error = IsTaken(calls, temporary, error) ? ERROR_FILE_EXISTS : error;
        }

        return error;
    }

    /// <summary>
    /// Removes what a killed process left: 0 when the name is free. ERROR_SHARING_VIOLATION when a living process makes a file there, which
    /// it has open without sharing. Between copy and rename it is not open: if deleted then, its maker tries again.
    /// </summary>
    internal static int RemoveLeftover(Win32Calls calls, string temporary)
    {
        int error = calls.DeleteFile(temporary);
        if (error == ERROR_ACCESS_DENIED && calls.SetFileAttributes(temporary, FILE_ATTRIBUTE_NORMAL) == 0)
        {
            error = calls.DeleteFile(temporary);    // CopyFile's copy of a read-only source is read-only.
        }

        return error == ERROR_FILE_NOT_FOUND ? 0 : error;
    }

    /// <summary>
    /// Whether a name could not be created because something has it: also a deleted file that another program still has open, whose name
    /// answers "access denied" until it is closed (STATUS_DELETE_PENDING, page "DeleteFileW").
    /// </summary>
    internal static bool IsTaken(Win32Calls calls, string temporary, int error) =>
        WinError.IsThereAlready(error)
        || (error == ERROR_ACCESS_DENIED && calls.GetFileAttributes(temporary, out _) is 0 or ERROR_ACCESS_DENIED);

    /// <summary>Whether the open file is gone once no program has it open. The handle needs DELETE.</summary>
    internal static bool TryDelete(Win32Calls calls, nint file)
    {
        byte delete = 1;
        return calls.SetFileInformation(file, FileDispositionInfo, &delete, sizeof(byte)) == 0;
    }
}
