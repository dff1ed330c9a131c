#if NET
using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.IO;
using CopyOnWrite.Linux;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite;

/// <summary>Deletes a folder also with what is read-only, on Windows a file, on Unix a folder, and with names that are not UTF-8.</summary>
internal static class DeletedTree
{
    /// <summary>Nothing where there is no such folder.</summary>
    internal static void Delete(string folder)
    {
        if (OperatingSystem.IsLinux() && FileCloner.Shared.Platform is LinuxPlatform)
        {
            DeleteOnLinux(folder);
        }
        else if (Directory.Exists(folder))
        {
            DeleteByDotNet(new DirectoryInfo(folder));
        }
    }

    private static void DeleteOnLinux(string folder)
    {
        var path = new byte[NativePath.MaximumLength];
        if (TryGetStatus(folder, path, AT_SYMLINK_NOFOLLOW, out Statx status) && status.IsFolder)
        {
            _ = fchmodat(AT_FDCWD, path, TreePlaces.PrivateMode, 0);
            var entries = new List<FolderEntry>();
            _ = FolderListing.TryList(folder, entries, out _, string.Empty);
            foreach (FolderEntry entry in entries)
            {
                string name = Path.Join(folder, entry.Name);
                if (entry.Kind == EntryKind.Folder)
                {
                    DeleteOnLinux(name);
                }
                else
                {
                    _ = NativePath.TryEncode(name, path) ? unlinkat(AT_FDCWD, path, 0) : 0;
                }
            }
        }

        int error = NativePath.TryEncode(folder, path) ? unlinkat(AT_FDCWD, path, AT_REMOVEDIR) == 0 ? 0 : Error : ENAMETOOLONG;
        if (error is not (0 or ENOENT))
        {
            throw new IOException($"{folder} was not deleted: {new Win32Exception(error).Message}.", error);
        }
    }

    private static void DeleteByDotNet(DirectoryInfo folder)
    {
        var options = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
        foreach (FileSystemInfo entry in folder.EnumerateFileSystemInfos("*", options))
        {
            entry.Attributes &= ~FileAttributes.ReadOnly;
        }

        folder.Delete(recursive: true);
    }
}
#endif
