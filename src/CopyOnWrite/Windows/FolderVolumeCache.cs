using System;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The volumes of folders, so that files that will not be cloned need not be opened to learn it, and what their new files are given.
/// Believed for a second, so that a volume that is mounted, unlocked or taken away is not missed for long; that a volume did not answer is
/// believed as long.
/// </summary>
internal sealed class FolderVolumeCache(IWindowsCalls calls, VolumeInfoCache volumes)
{
    private const int Places = 256;
    private const int BelievedMilliseconds = 1000;

    private readonly Folder?[] _folders = new Folder?[Places];

    /// <summary>Of the folder that a file is in. Null when the folder is not there, or its volume cannot be asked.</summary>
    internal VolumeInfo? VolumeOf(string path) => Of(path)?.Volume;

    /// <inheritdoc cref="VolumeOf"/>
    internal Folder? Of(string path)
    {
        ulong hash = Win32Path.HashOfFolder(path);
        int now = Environment.TickCount;
        Folder? known = _folders[hash % Places];
        if (known is null || known.Hash != hash || unchecked(now - known.Since) > BelievedMilliseconds)
        {
            int error = OpenFolder(path, out nint folder);
            if (WinError.IsMissing(error))
            {
                return null; // The caller makes it and comes back.
            }

            VolumeInfo? volume = error == 0 ? volumes.Of(folder) : null;
            known = new Folder(hash, now, volume, volume?.Clones == true && HasIntegrity(folder));
            _folders[hash % Places] = known;
            if (error == 0)
            {
                calls.CloseHandle(folder);
            }
        }

        return known;
    }

    /// <summary>
    /// Of the folder, which its new files inherit ([MS-FSA] 2.1.5.1.1). Taken for so where it cannot be asked: then the files are asked.
    /// </summary>
    private bool HasIntegrity(nint folder) =>
        calls.GetNetworkOpenInformation(folder, out FILE_NETWORK_OPEN_INFORMATION state) != 0
            || (state.FileAttributes & FILE_ATTRIBUTE_INTEGRITY_STREAM) != 0;

    // Sharing everything and asking for no content: this handle blocks no other process. FILE_FLAG_BACKUP_SEMANTICS opens folders.
    private int OpenFolder(string path, out nint folder) =>
        calls.CreateFile(
            Win32Path.FolderOf(path), FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, OPEN_EXISTING,
            FILE_FLAG_BACKUP_SEMANTICS, out folder);

    internal sealed record Folder(ulong Hash, int Since, VolumeInfo? Volume, bool NewFilesHaveIntegrity)
    {
        private int _mayDelete; // 1 and -1 once asked.

        /// <summary>
        /// Whether files of this folder may be deleted, and so replaced, by this user: asked of one of them. A folder's access list may
        /// allow writing and not deleting (a drop folder).
        /// </summary>
        internal bool MayDelete(IWindowsCalls calls, string file)
        {
            if (_mayDelete == 0)
            {
                int error = calls.CreateFile(
                    file, DELETE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT,
                    out nint opened);
                _mayDelete = error == 0 ? 1 : error == ERROR_ACCESS_DENIED ? -1 : 0;
                if (error == 0)
                {
                    calls.CloseHandle(opened);
                }
            }

            return _mayDelete >= 0;
        }
    }
}
