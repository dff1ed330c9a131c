using System;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// A thread's knowledge of the folders that it makes files in: their volume, and whether a new file gets the permission bits that it
/// was asked for (the umask and a default ACL take some away). Believed for a second, so a change of a folder is not missed for long.
/// </summary>
internal sealed class DestinationFolderCache
{
    private const int Places = 64;
    private const int BelievedMilliseconds = 1000;

    private readonly Folder[] _folders = new Folder[Places];

    /// <summary>The folder's volume; 0 where a file has yet to be made in it.</summary>
    internal ulong VolumeOf(byte[] path, uint mode)
    {
        ulong hash = NativePath.HashOfFolder(path, mode);
        Folder known = _folders[hash % Places];
        return IsKnown(known, hash) ? known.Volume : 0;
    }

    /// <param name="made">A file just made in the folder with this mode.</param>
    internal Folder Of(byte[] path, uint mode, int made)
    {
        ulong hash = NativePath.HashOfFolder(path, mode);
        ref Folder known = ref _folders[hash % Places];
        if (!IsKnown(known, hash))
        {
            bool seen = TryGetStatus(made, out Statx status);
            known = new Folder(hash, Environment.TickCount, seen ? status.Volume : 0, seen && (status.Mode & 0xFFF) == mode);
        }

        return known;
    }

    private static bool IsKnown(in Folder folder, ulong hash) =>
        folder.Hash == hash && unchecked(Environment.TickCount - folder.Since) <= BelievedMilliseconds;

    /// <param name="Volume">0, a volume that no source is on, if it was unavailable.</param>
    internal readonly record struct Folder(ulong Hash, int Since, ulong Volume, bool GrantsMode);
}
