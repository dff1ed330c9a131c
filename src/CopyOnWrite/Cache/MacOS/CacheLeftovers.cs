using static CopyOnWrite.MacOS.MacNative;

namespace CopyOnWrite.MacOS;

/// <summary>
/// Removes what killed processes left. Every file of the cache has its name and its lock at once (<see cref="IMacCalls.CreateIn"/>), and
/// locks end with their process, so a file that can be locked was left.
/// </summary>
internal static class CacheLeftovers
{
    /// <summary>True when the name is free again; false when a living process has it, or a folder.</summary>
    internal static bool TryRemove(IMacCalls system, int folder, byte[] name)
    {
        if (system.StatusIn(folder, name, out Stat named) is var error and not 0)
        {
            return error == ENOENT;
        }

        if (!named.IsRegularFile)
        {
            // A link or a pipe is not the cache's, and has a name that is. A folder stays: unlinkat(2) does not remove one.
            return system.RemoveIn(folder, name) == 0;
        }

        if (system.OpenToReadIn(folder, name, out int found) != 0)
        {
            return false;
        }

        // The name may have gone to another file between open and lock.
        bool removed = system.LockExclusive(found) == 0
            && system.StatusOf(found, out Stat opened) == 0
            && system.StatusIn(folder, name, out named) == 0
            && opened.Inode == named.Inode
            && system.RemoveIn(folder, name) == 0;
        system.Close(found);
        return removed;
    }
}
