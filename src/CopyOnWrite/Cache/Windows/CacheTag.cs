using System;
using System.IO;
using System.Linq;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The file by which a folder is known as a cross-volume cache. It is the first that is written into one, so a folder that has others and
/// not this one is not a cache, but a folder that a wrong <c>CopyOnWriteCachePath</c> names.
/// </summary>
internal static class CacheTag
{
    internal static bool IsIn(CacheFolder folder)
    {
        var beginning = new byte[CacheTagText.DecidingLength];
        return CacheTagText.IsBeginningOf(beginning, SmallFile.Read(folder.Calls, folder.PathOf(CacheFiles.Tag), beginning));
    }

    /// <summary>Whether a folder without a tag may get one: empty, or with a tag that another process is just writing.</summary>
    internal static bool MayBePutInto(CacheFolder folder)
    {
        try
        {
            return new DirectoryInfo(folder.Path).EnumerateFileSystemInfos()
                .All(entry => entry is FileInfo { Length: 0 } && entry.Name == CacheFiles.Tag);
        }
        // .NET Framework's Path refuses names that Win32 takes behind \\?\ (ArgumentException, NotSupportedException).
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return false;
        }
    }

    /// <summary>0, or the error. By each process the same, so two that make one folder do not disturb each other.</summary>
    internal static int Write(CacheFolder folder)
    {
        const uint Flags = FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT;
        string path = folder.PathOf(CacheFiles.Tag);
        int error = folder.Calls.CreateFile(path, GENERIC_WRITE, SmallFile.ShareAll, CREATE_NEW, Flags, out nint file);
        if (WinError.IsThereAlready(error))
        {
            error = folder.Calls.CreateFile(path, GENERIC_WRITE, SmallFile.ShareAll, OPEN_EXISTING, Flags, out file);
        }

        if (error == 0)
        {
            error = SmallFile.Write(folder.Calls, file, CacheTagText.Whole);
            folder.Calls.CloseHandle(file);
        }

        // In use: another process is just writing it, or a scanner reads what one has written.
        return error == ERROR_SHARING_VIOLATION ? 0 : error;
    }
}
