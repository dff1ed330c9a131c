using System.ComponentModel;
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
    private static void DeleteOnLinux(string path, byte[] encoded)
    {
        bool isFolder = TryGetStatus(path, encoded, AT_SYMLINK_NOFOLLOW, out Statx status) && status.IsFolder;
        if (isFolder)
        {
            _ = fchmodat(AT_FDCWD, encoded, TreePlaces.PrivateMode, 0);
            var entries = new List<FolderEntry>();
            _ = FolderListing.TryList(path, entries, out _, string.Empty);
            entries.ForEach(entry => DeleteOnLinux(Path.Join(path, entry.Name), encoded));
        }

        int error = !NativePath.TryEncode(path, encoded) ? ENAMETOOLONG
            : unlinkat(AT_FDCWD, encoded, isFolder ? AT_REMOVEDIR : 0) == 0 ? 0
            : Error;
        if (error is not (0 or ENOENT))
        {
            throw new IOException($"{path} was not deleted: {new Win32Exception(error).Message}.", error);
        }
    }
}
