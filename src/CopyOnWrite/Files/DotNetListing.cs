using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite;

/// <summary>Lists a folder by .NET.</summary>
internal static class DotNetListing
{
    internal static bool TryList(string folder, ICollection<FolderEntry> entries, out string? why, string beginning)
    {
        why = null;
        try
        {
            foreach (FileSystemInfo entry in new DirectoryInfo(folder).EnumerateFileSystemInfos(beginning + "*"))
            {
                entries.Add(new FolderEntry(entry.Name, KindOf(entry.Attributes)));
            }

            return true;
        }

        // .NET Framework's Path refuses names that Win32 takes behind \\?\ (ArgumentException, NotSupportedException).
        catch (Exception e) when (DotNetError.IsOfFiles(e))
        {
            why = e.Message;
            return false;
        }
    }

    // A file that is kept in the cloud, or deduplicated, is a reparse point as well; read as a link is, it shows as what it is.
    private static EntryKind KindOf(FileAttributes attributes) =>
        (attributes & FileAttributes.ReparsePoint) != 0 ? EntryKind.Link
        : (attributes & FileAttributes.Directory) != 0 ? EntryKind.Folder
        : (attributes & FileAttributes.Device) != 0 ? EntryKind.Other
        : EntryKind.File;
}
