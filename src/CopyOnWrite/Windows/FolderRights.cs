using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>Whether this user may rename and delete what it makes in a folder: not in a drop folder, nor on some network shares.</summary>
/// <param name="refusals">The process's: what a folder refuses is not tried again for some minutes.</param>
internal sealed class FolderRights(Win32Calls calls, Refusals refusals)
{
    private const ulong Renaming = 1;
    private const int Places = 256;

    // Hashes of folders that have been tried, or that lie below one of these: access lists are inherited.
    private readonly ulong[] _granted = new ulong[Places];

    /// <param name="path">Of a file in the folder.</param>
    internal bool AreRefused(string path) => refusals.Find(Win32Path.HashOfFolder(path), Renaming) != Reason.None;

    internal void Refuse(string path) => refusals.Remember(Win32Path.HashOfFolder(path), Renaming, Reason.AccessDenied);

    /// <summary>Tries it in the folder, unless that was done: false where a copy beside could not be renamed or removed.</summary>
    internal bool MayRename(string path)
    {
        ulong folder = Win32Path.HashOfFolder(path);
        if (_granted[folder % Places] == folder || AreRefused(path))
        {
            return !AreRefused(path);
        }

        string name = Win32Path.FolderOf(path);
        ulong above = Win32Path.HashOfFolder(name.TrimEnd('\\', '/'));
        int error = _granted[above % Places] == above ? 0 : TryOpenToDelete(name + TemporaryFiles.NewName());
        if (error == ERROR_ACCESS_DENIED)
        {
            Refuse(path);
            return false;
        }

        _granted[folder % Places] = error == 0 ? folder : _granted[folder % Places];
        return true;
    }

    /// <summary>Asks an empty file, which goes with the handle that makes it: where that is refused, no file is made.</summary>
    private int TryOpenToDelete(string path)
    {
        const uint ShareAll = OpenedFile.ShareAll;
        int error = calls.CreateFile(path, DELETE, ShareAll, CREATE_NEW, FILE_FLAG_DELETE_ON_CLOSE, out nint made);
        if (error != 0)
        {
            return error;
        }

        using var file = new OpenedFile(calls, made);
        error = calls.CreateFile(path, DELETE, ShareAll, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, out nint opened);
        if (error == 0)
        {
            calls.CloseHandle(opened);
        }

        return error;
    }
}
