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
        if (FileCloner.Shared.Platform is LinuxPlatform)
        {
            DeleteOnLinux(folder, new byte[NativePath.MaximumLength]);
        }
        else if (Directory.Exists(folder))
        {
            var options = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
            foreach (FileSystemInfo entry in new DirectoryInfo(folder).EnumerateFileSystemInfos("*", options))
            {
                entry.Attributes &= ~FileAttributes.ReadOnly;
            }

            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>.NET finds no name that is not UTF-8.</summary>
    private static void DeleteOnLinux(string folder, byte[] path)
    {
        var entries = new List<FolderEntry>();
        if (TryGetStatus(folder, path, AT_SYMLINK_NOFOLLOW, out Statx status) && status.IsFolder)
        {
            _ = fchmodat(AT_FDCWD, path, TreePlaces.PrivateMode, 0);
            _ = FolderListing.TryList(folder, entries, out _, string.Empty);
        }

        foreach (FolderEntry entry in entries)
        {
            string name = Path.Join(folder, entry.Name);
            if (entry.Kind == EntryKind.Folder)
            {
                DeleteOnLinux(name, path);
            }
            else
            {
                _ = NativePath.TryEncode(name, path) ? unlinkat(AT_FDCWD, path, 0) : 0;
            }
        }

        int error = !NativePath.TryEncode(folder, path) ? ENAMETOOLONG : unlinkat(AT_FDCWD, path, AT_REMOVEDIR) == 0 ? 0 : Error;
        if (error is not (0 or ENOENT))
        {
            throw new IOException($"{folder} was not deleted: {new Win32Exception(error).Message}.", error);
        }
    }
}
