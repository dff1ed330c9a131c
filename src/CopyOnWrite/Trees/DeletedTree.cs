using System.ComponentModel;
using CopyOnWrite.Linux;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite;

/// <summary>
/// Deletes a folder also with what is read-only, on Windows a file, on Unix a folder, and with names that are not UTF-8, which .NET does
/// not find. On Linux by descriptors, as `rm -r`: another user who may rename there cannot make it leave the folder by a link.
/// </summary>
internal static class DeletedTree
{
    internal static readonly byte[] Itself = [(byte)'.', 0];

    /// <summary>Nothing where there is no such folder.</summary>
    /// <exception cref="IOException">Something stayed.</exception>
    internal static void Delete(string folder)
    {
        if (FileCloner.Shared.Platform is LinuxPlatform)
        {
            DeleteOnLinux(Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder)));
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

    /// <summary>Deletes what is in a folder, and goes on where something cannot be deleted: 0, or the first errno.</summary>
    /// <param name="left">Where the first error was.</param>
    internal static int DeleteContent(int folder, byte[] encoded, out string left)
    {
        left = string.Empty;

        // By /proc: a folder that may not be read is open by O_PATH alone, for which fchmod(2) answers EBADF.
        _ = fchmodat(AT_FDCWD, LockedTempFile.DescriptorPath(folder), PrivateTree.PrivateMode, 0);
        using var listed = new Fd(openat(folder, Itself, O_DIRECTORY | O_CLOEXEC, 0));
        var entries = new List<FolderEntry>();
        int first = listed.IsOpen ? FolderListing.Read(listed.Number, entries) : Error;
        foreach (FolderEntry entry in entries)
        {
            int error = DeleteEntry(folder, entry.Name, encoded, out string name);
            (first, left) = first == 0 && error != 0 ? (error, name) : (first, left);
        }

        return first;
    }

    private static void DeleteOnLinux(string folder)
    {
        var encoded = new byte[NativePath.MaximumLength];
        string above = Path.GetDirectoryName(folder) ?? folder;
        using var opened = new Fd(NativePath.TryEncode(above, encoded) ? openat(AT_FDCWD, encoded, O_PATH | O_CLOEXEC, 0) : -1);
        string left = string.Empty;
        int error = opened.IsOpen ? DeleteEntry(opened.Number, Path.GetFileName(folder), encoded, out left) : Error;
        if (error is not (0 or ENOENT))
        {
            throw new IOException($"{Path.Join(above, left)} was not deleted: {new Win32Exception(error).Message}.", error);
        }
    }

    private static int DeleteEntry(int above, string name, byte[] encoded, out string left)
    {
        left = name;
        int error = !NativePath.TryEncode(name, encoded) ? ENAMETOOLONG : unlinkat(above, encoded, 0) == 0 ? 0 : Error;
        if (error != EISDIR)
        {
            return error == ENOENT ? 0 : error;
        }

        using var folder = new Fd(openat(above, encoded, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0));
        if (!folder.IsOpen)
        {
            return Error;
        }

        error = DeleteContent(folder.Number, encoded, out string below);
        left = Path.Join(name, below);
        _ = NativePath.TryEncode(name, encoded);
        return unlinkat(above, encoded, AT_REMOVEDIR) == 0 ? 0 : error != 0 ? error : Error;
    }
}
