using System;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>What lies beside the entries of a cache. <see cref="CacheTag"/> is the third of them.</summary>
internal static unsafe class CacheFolderFiles
{
    private static readonly byte[] s_everything = [(byte)'*', (byte)'\n'];

    /// <summary>
    /// Keeps the folder out of git, if it is not kept out already. The entries are of use without, and the next pruning tries again.
    /// </summary>
    internal static void WriteIgnoreFile(CacheFolder folder) =>
        _ = SmallFile.Create(folder.Calls, folder.PathOf(CacheFiles.Ignore), s_everything);

    /// <summary>Whether no process has pruned for so long. A time to come was noted by a clock that was wrong.</summary>
    internal static bool IsPruningDue(CacheFolder folder, TimeSpan interval)
    {
        if (folder.Calls.GetFileAttributes(folder.PathOf(CacheFiles.Stamp), out WIN32_FILE_ATTRIBUTE_DATA stamp) != 0)
        {
            return true;
        }

        long age = folder.Calls.SystemTime() - (long)stamp.LastWriteTime;
        return age < 0 || age >= interval.Ticks;
    }

    internal static void NotePruning(CacheFolder folder)
    {
        string path = folder.PathOf(CacheFiles.Stamp);
        if (SmallFile.Create(folder.Calls, path, []) != 0
            && folder.Calls.CreateFile(
                path, FILE_WRITE_ATTRIBUTES, SmallFile.ShareAll, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out nint file) == 0)
        {
            SetWriteTime(folder.Calls, file);
            folder.Calls.CloseHandle(file);
        }
    }

    /// <summary>To now. The handle needs FILE_WRITE_ATTRIBUTES.</summary>
    internal static void SetWriteTime(IWindowsCalls calls, nint file)
    {
        var change = new FILE_BASIC_INFO { LastWriteTime = calls.SystemTime() };
        _ = calls.SetFileInformation(file, FileBasicInfo, &change, sizeof(FILE_BASIC_INFO));
    }
}
