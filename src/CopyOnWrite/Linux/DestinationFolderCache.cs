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

    /// <param name="made">A file just made in the folder with this mode.</param>
    internal Folder Of(byte[] path, uint mode, int made)
    {
        ulong hash = PathHash.OfFolder(path, mode);
        ref Folder known = ref _folders[hash % Places];
        int now = Environment.TickCount;
        if (known.Hash != hash || unchecked(now - known.Since) > BelievedMilliseconds)
        {
            bool seen = TryGetStatus(made, out Statx status);
            known = new Folder(hash, now, seen ? status.Volume : 0, seen && (status.Mode & 0xFFF) == mode);
        }

        return known;
    }

    /// <param name="Volume">0, a volume that no source is on, if it was unavailable.</param>
    internal readonly record struct Folder(ulong Hash, int Since, ulong Volume, bool GrantsMode);
}
