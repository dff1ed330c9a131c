using System.Threading;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The system's own copy, as the built-in task makes it through .NET's File.Copy: content, attributes, streams, extended attributes and
/// write time. It never writes into an existing file, but replaces it by one copied beside it.
/// </summary>
internal static class SystemCopy
{
    // A virus scanner may open what was just written without sharing its deletion, for some 100 ms at most.
    private const int MostTried = 20;
    private const int PauseMilliseconds = 10;

    /// <summary>Copies the file: 0, or the error; then the destination is as it was.</summary>
    internal static int Make(IWindowsCalls calls, string source, in SourceFile seen, string destination)
    {
        int error = calls.CopyFile(source, destination);
        return error != 0 ? error : MakeWritable(calls, seen, destination);
    }

    /// <inheritdoc cref="Make"/>
    /// <param name="folder">The destination's; null where its volume cannot be asked.</param>
    /// <param name="inUse">Replaces a file that programs have loaded; null to leave it.</param>
    internal static int Replace(
        IWindowsCalls calls,
        string source,
        in SourceFile seen,
        string destination,
        FolderVolumeCache.Folder? folder,
        FileInUse? inUse)
    {
        // Where the user may write and not delete, the copy could neither be renamed nor removed.
        if (folder?.MayDelete(calls, destination) == false)
        {
            return ERROR_ACCESS_DENIED;
        }

        int error = WindowsTempFile.Make(
            calls, destination, joinsLeftovers: false, made => calls.CopyFile(source, made), out string temporary);
        error = error != 0 ? error : MakeWritable(calls, seen, temporary);
        return error != 0 ? error : Publish(calls, temporary, destination, folder?.Volume, inUse);
    }

    private static int Publish(IWindowsCalls calls, string temporary, string destination, VolumeInfo? volume, FileInUse? inUse)
    {
        // Opened without sharing writing and deletion: so it is not another process's half-made file, and none takes it for a
        // leftover.
        for (int tried = 1; ; tried++)
        {
            int error = calls.CreateFile(temporary, DELETE, FILE_SHARE_READ, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out nint made);
            if (error == 0)
            {
                return WindowsTempFile.Publish(calls, made, destination, volume, replaces: true, inUse);
            }

            if (error != ERROR_SHARING_VIOLATION || tried == MostTried)
            {
                _ = calls.DeleteFile(temporary);
                return error;
            }

            Thread.Sleep(PauseMilliseconds);
        }
    }

    /// <summary>
    /// The built-in task takes a read-only source's attributes off the copy, all of them. 0, or the error; then the copy is removed, if it
    /// can be.
    /// </summary>
    private static int MakeWritable(IWindowsCalls calls, in SourceFile seen, string copy)
    {
        int error = seen.IsReadOnly ? calls.SetFileAttributes(copy, FILE_ATTRIBUTE_NORMAL) : 0;
        if (error != 0)
        {
            _ = calls.DeleteFile(copy);
        }

        return error;
    }
}
