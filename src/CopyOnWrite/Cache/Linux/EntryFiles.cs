using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Linux;

/// <summary>
/// Creates, renames and removes the cache's files in its open folder, and makes way for them. No link is followed.
/// </summary>
internal readonly unsafe struct EntryFiles
{
    private const uint OwnerReads = 0x100; // 0400

    private readonly int _folder;

    internal EntryFiles(int folder) => _folder = folder;

    /// <summary>The descriptor of a new file, open for reading and writing; -1 with the errno.</summary>
    internal int Create(byte* name) => openat(_folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, OwnerReads);

    internal void Remove(byte* name) => _ = unlinkat(_folder, name, 0);

    internal bool TryRename(byte* from, byte* to) =>
        renameat(_folder, from, _folder, to) == 0
        || (Error is EISDIR or ENOTEMPTY or EEXIST && TryMakeWay(to) && renameat(_folder, from, _folder, to) == 0);

    /// <summary>As <see cref="TryMakeWay"/>, where no file has the name.</summary>
    internal bool TryMakeWayForFile(byte* name) =>
        TryGetStatus(_folder, name, out Statx status) && !status.IsRegularFile && TryMakeWay(name);

    /// <summary>
    /// Removes what has one of the cache's own names and is no file that the cache has made: a pipe, a link, a folder. A folder that is not
    /// empty is not the cache's to delete; it gets another name.
    /// </summary>
    internal bool TryMakeWay(byte* name)
    {
        if (unlinkat(_folder, name, 0) == 0 || Error == ENOENT)
        {
            return true;
        }

        if (Error != EISDIR)
        {
            return false;
        }

        if (unlinkat(_folder, name, AT_REMOVEDIR) == 0)
        {
            return true;
        }

        byte* other = stackalloc byte[CacheNames.AsideLength];
        CacheNames.WriteAside(name, other);
        return renameat(_folder, name, _folder, other) == 0;
    }
}
