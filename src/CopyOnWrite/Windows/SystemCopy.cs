using System.Threading;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The system's own copy, as the built-in task makes it through .NET's File.Copy: content, attributes, streams, extended attributes and
/// write time. It is made beside the destination and renamed, so that no file has the name that is not whole.
/// </summary>
internal static class SystemCopy
{
    // A virus scanner may open what was just written without sharing its deletion, for some 100 ms at most.
    private const int MostTried = 20;
    private const int PauseMilliseconds = 10;

    /// <summary>Copies the file: 0, or the error; then the destination is as it was.</summary>
    /// <param name="replaces">Whether a file has the destination's name. Without it, one that has come meanwhile stays.</param>
    /// <param name="replacesInUse">Whether also a file that programs have loaded.</param>
    /// <param name="usedBy">See <see cref="CloneOutcome.UsedBy"/>.</param>
    internal static int Copy(
        WindowsPlatform platform,
        string source,
        in FileStamp seen,
        string destination,
        bool replaces,
        bool replacesInUse,
        out int[]? usedBy)
    {
        usedBy = null;
        int error = ERROR_ACCESS_DENIED;
        if (platform.Rights.MayRename(destination))
        {
            error = CopyBeside(platform, source, seen, destination, replaces, out WindowsDestinationFile made);
            if (error == 0)
            {
                error = made.Publish(seen.LastWriteTime, replaces, replacesInUse, out usedBy);
            }
        }

        // In place, as the built-in task writes it.
        return error != 0 && !replaces && platform.Rights.AreRefused(destination) ? Make(platform.Calls, source, seen, destination) : error;
    }

    private static int CopyBeside(
        WindowsPlatform platform, string source, in FileStamp seen, string destination, bool replaces, out WindowsDestinationFile made)
    {
        made = default;
        FileStamp file = seen; // A lambda takes no "in".
        int error = WindowsTempFile.Make(
            platform.Calls, destination, joinsLeftovers: false, path => Make(platform.Calls, source, file, path), out string temporary);
        if (error != 0)
        {
            return error;
        }

        error = Open(platform.Calls, temporary, out nint handle);
        if (error == 0)
        {
            made = new WindowsDestinationFile(
                platform, handle, temporary, destination, replaces ? platform.Folders.VolumeOf(destination) : null);
            return 0;
        }

        if (error == ERROR_ACCESS_DENIED)
        {
            platform.Rights.Refuse(destination);
        }

        _ = WindowsTempFile.RemoveLeftover(platform.Calls, temporary);
        return error;
    }

    /// <summary>
    /// Opens the finished file without sharing writing and deletion: so it is not another process's half-made file, and none takes it for a
    /// leftover.
    /// </summary>
    private static int Open(IWindowsCalls calls, string temporary, out nint handle)
    {
        const uint Access = DELETE | FILE_WRITE_ATTRIBUTES;
        for (int tried = 1; ; tried++)
        {
            int error = calls.CreateFile(temporary, Access, FILE_SHARE_READ, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out handle);
            if (error != ERROR_SHARING_VIOLATION || tried == MostTried)
            {
                return error;
            }

            Thread.Sleep(PauseMilliseconds);
        }
    }

    /// <summary>
    /// Makes a file. The built-in task takes a read-only source's attributes off the copy, all of them. 0, or the error; then the copy is
    /// removed, if it can be.
    /// </summary>
    private static int Make(IWindowsCalls calls, string source, in FileStamp seen, string copy)
    {
        int error = calls.CopyFile(source, copy);
        if (error == 0 && seen.IsReadOnly && (error = calls.SetFileAttributes(copy, FILE_ATTRIBUTE_NORMAL)) != 0)
        {
            _ = calls.DeleteFile(copy);
        }

        return error;
    }
}
