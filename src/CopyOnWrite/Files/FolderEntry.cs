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
