using System;
using System.Collections.Generic;
using System.IO;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Looking at files and folders, before anything is copied.</summary>
internal sealed partial class WindowsStrategy
{
    public bool IsUnchanged(string source, string destination, FolderMemory? folders = null) =>
        !IsTooLong(source)
        && !IsTooLong(destination)
        && _calls.GetFileAttributes(destination, out WIN32_FILE_ATTRIBUTE_DATA there) == 0
        && (there.FileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0
        && _calls.GetFileAttributes(source, out WIN32_FILE_ATTRIBUTE_DATA here) == 0
        && (here.FileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0
        && here.Length == there.Length
        && here.LastWriteTime == there.LastWriteTime;

    public bool IsUnchanged(string sourceFolder, string destinationFolder, string name, FolderMemory folders) =>
        IsUnchanged(Path.Combine(sourceFolder, name), Path.Combine(destinationFolder, name));

    public bool TryList(string folder, ICollection<FolderEntry> entries, out string? why) => SystemListing.TryList(folder, entries, out why);

    public bool TryLookAt(string path, out SeenFile seen)
    {
        seen = default;
        int error = _calls.CreateFile(
            path, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, out nint file);
        if (error != 0)
        {
            return false;
        }

        error = FileStamp.Get(_calls, file, out FileStamp stamp);
        _calls.CloseHandle(file);
        if (error == 0)
        {
            bool isFolder = (stamp.Attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
            seen = new SeenFile(
                isFolder ? EntryKind.Folder : EntryKind.File,
                stamp.Length,
                DateTime.FromFileTimeUtc(stamp.State.LastWriteTime),
                new FileIdentity(stamp.Id.VolumeSerialNumber, stamp.Id.FileIdLow, stamp.Id.FileIdHigh));
        }

        return error == 0;
    }
}
