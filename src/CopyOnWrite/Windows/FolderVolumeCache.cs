using System;

namespace CopyOnWrite.Windows;

/// <summary>
/// The volumes of folders, so that files that will not be cloned need not be opened. Believed for a second, also that a volume did
/// not answer: one that is mounted, unlocked or taken away is not missed for long.
/// </summary>
internal sealed class FolderVolumeCache(Win32Calls calls, VolumeInfoCache volumes)
{
    private const int Places = 256;
    private const int BelievedMilliseconds = 1000;

    private readonly Folder?[] _folders = new Folder?[Places];

    /// <summary>The volume of a file's folder; null when the folder is missing, or its volume gives no answer.</summary>
    internal VolumeInfo? VolumeOf(string path)
    {
        ulong hash = Win32Path.HashOfFolder(path);
        int now = Environment.TickCount;
        Folder? known = _folders[hash % Places];
        if (known is null || known.Hash != hash || unchecked(now - known.Since) > BelievedMilliseconds)
        {
            int error = OpenedFile.ForAttributes(calls, Win32Path.FolderOf(path), out nint folder);
            if (WinError.IsMissing(error))
            {
                return null; // The caller makes it and asks again.
            }

            known = new Folder(hash, now, error == 0 ? volumes.Of(folder) : null);
            _folders[hash % Places] = known;
            if (error == 0)
            {
                calls.CloseHandle(folder);
            }
        }

        return known.Volume;
    }

    private sealed record Folder(ulong Hash, int Since, VolumeInfo? Volume);
}
