using System;
using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// A thread's knowledge of the folders that it makes files in. Believed for a second, so a change of a folder is not missed for long.
/// </summary>
internal sealed class DestinationFolderCache
{
    private const int Places = 64;
    private const int BelievedMilliseconds = 1000;

    private readonly Folder?[] _folders = new Folder?[Places];

    /// <summary>The folder; null with the errno if its status is unavailable.</summary>
    internal Folder? Of(byte[] folder, ulong hash, out int error)
    {
        error = 0;
        ref Folder? known = ref _folders[hash % Places];
        if (known is null || known.Hash != hash || unchecked(Environment.TickCount - known.Since) > BelievedMilliseconds)
        {
            known = statx(AT_FDCWD, folder, 0, STATX_BASIC_STATS, out Statx status) == 0 ? new Folder(hash, status) : null;
            error = known is null ? Error : 0;
        }

        return known;
    }

    internal sealed class Folder(ulong hash, in Statx status)
    {
        internal int Since { get; } = Environment.TickCount;

        internal ulong Hash { get; } = hash;

        internal ulong Volume { get; } = status.Volume;

        internal bool IsAppendOnly { get; } = status.IsAppendOnly;
    }
}
