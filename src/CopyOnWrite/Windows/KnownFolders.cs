using System;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The volumes of folders, so that files that will not be cloned need not be opened to learn it. Believed for a second, so that a volume that
/// is mounted, unlocked or taken away is not missed for long; that a volume did not answer is believed as long.
/// </summary>
internal sealed class KnownFolders
{
    private const int Places = 256;
    private const int BelievedMilliseconds = 1000;

    private readonly IWindowsCalls _calls;
    private readonly KnownVolumes _volumes;
    private readonly Folder?[] _folders = new Folder?[Places];

    internal KnownFolders(IWindowsCalls calls, KnownVolumes volumes)
    {
        _calls = calls;
        _volumes = volumes;
    }

    /// <summary>Of the folder that a file is in. Null when the folder is not there, or its volume cannot be asked.</summary>
    internal KnownVolume? VolumeOf(string path)
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

            known = new Folder(hash, now, error == 0 ? _volumes.Of(folder) : null);
            _folders[hash % Places] = known;
            if (error == 0)
            {
                _calls.CloseHandle(folder);
            }
        }

        return known.Volume;
    }

    // Sharing everything and asking for no content: nobody is kept from anything by it. FILE_FLAG_BACKUP_SEMANTICS opens folders.
    private int OpenFolder(string path, out nint folder) =>
        _calls.CreateFile(
            Win32Path.FolderOf(path), FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, out folder);

    private sealed class Folder
    {
        internal readonly ulong Hash;
        internal readonly int Since;
        internal readonly KnownVolume? Volume;

        internal Folder(ulong hash, int since, KnownVolume? volume)
        {
            Hash = hash;
            Since = since;
            Volume = volume;
        }
    }
}
