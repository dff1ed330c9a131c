namespace CopyOnWrite;

internal enum EntryKind : byte
{
    File,
    Folder,
    /// <summary>A link; <see cref="Platform.TryStat"/> follows it.</summary>
    Link,
    /// <summary>A pipe, a device, a socket.</summary>
    Other,
}

/// <summary>One entry of a folder's listing, links not followed.</summary>
internal readonly record struct FolderEntry(string Name, EntryKind Kind);

/// <summary>The status of a path, links followed.</summary>
/// <param name="Kind">Never a link.</param>
/// <param name="Length">In bytes.</param>
/// <param name="Modified">UTC, to 100 ns.</param>
/// <param name="Mode">The permission bits and the kind of file; 0 on Windows.</param>
/// <param name="IsReadOnly">Windows: the attribute.</param>
/// <param name="Links">The number of hard links; 0 where it is unknown.</param>
/// <param name="Owner">The numbers of user and group, in the low and the high half; 0 on Windows.</param>
/// <param name="IsIdentitySure">Whether the file system is known to give no two files one identity, and to count hard links.</param>
internal readonly record struct FileStat(
    EntryKind Kind, long Length, DateTime Modified, FileIdentity Identity, uint Mode = 0, uint Links = 0, ulong Owner = 0,
    bool IsReadOnly = false, bool IsIdentitySure = false)
{
    /// <summary>Whether both are one file or folder. Where identities are not sure, everything else must be equal as well.</summary>
    internal bool IsSameAs(FileStat other) =>
        Identity == other.Identity && Identity != default && ((IsIdentitySure && other.IsIdentitySure) || this == other);
}

/// <summary>A file's or folder's identity, whatever its names: its volume and its number there (128 bits on ReFS). 0 is unknown.</summary>
internal readonly record struct FileIdentity(ulong Volume, ulong Low, ulong High = 0);
