using System;

namespace CopyOnWrite;

/// <summary>The kind of a folder's entry.</summary>
internal enum EntryKind
{
    File,
    Folder,

    /// <summary>A link; <see cref="FileCloner.TryStat"/> follows it.</summary>
    Link,

    /// <summary>A pipe, a device, a socket.</summary>
    Other,
}

/// <summary>One entry of a folder's listing, links not followed.</summary>
/// <param name="Length">In bytes; -1 where a listing does not say it, as on Linux and macOS.</param>
/// <param name="Modified">UTC; valid only with a <see cref="Length"/>.</param>
internal readonly record struct FolderEntry(string Name, EntryKind Kind, long Length = -1, DateTime Modified = default);
