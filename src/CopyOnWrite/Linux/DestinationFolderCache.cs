using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>A thread's facts about the folders that it makes files in, believed for a second, so that a change is soon noticed.</summary>
internal sealed class DestinationFolderCache
{
    private const int Places = 64;
    private const int BelievedMilliseconds = 1000;

    private readonly Folder?[] _folders = new Folder?[Places];

    /// <summary>The folder; null with the errno if its status is unavailable.</summary>
    internal Folder? Of(byte[] folder, ulong hash, FileSystemTypes types, out int error)
    {
        error = 0;
        ref Folder? known = ref _folders[hash % Places];
        if (known is null || known.Hash != hash || unchecked(Environment.TickCount - known.Since) > BelievedMilliseconds)
        {
            error = statx(AT_FDCWD, folder, 0, STATX_BASIC_STATS, out Statx status) == 0 ? 0 : Error;
            known = error != 0 ? null
                : new Folder(hash, Environment.TickCount, status.Volume, types.TypeOf(status.Volume, folder), status.IsAppendOnly);
        }

        return known;
    }

    /// <param name="Type">The file system's, of <see cref="FileSystemTypes"/>.</param>
    internal sealed record Folder(ulong Hash, int Since, ulong Volume, long Type, bool IsAppendOnly);
}
