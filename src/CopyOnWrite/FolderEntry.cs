using System;

namespace CopyOnWrite;

/// <summary>What has a name in a folder.</summary>
internal enum EntryKind
{
    File,
    Folder,

    /// <summary>To whatever; <see cref="FileCloner.TryStat"/> says to what.</summary>
    Link,

    /// <summary>A pipe, a device, a socket.</summary>
    Other,
}

/// <summary>One entry of a folder's listing, links not followed.</summary>
internal readonly struct FolderEntry
{
    public FolderEntry(string name, EntryKind kind, long length = -1, DateTime modified = default)
    {
        Name = name;
        Kind = kind;
        Length = length;
        Modified = modified;
    }

    public string Name { get; }

    public EntryKind Kind { get; }

    /// <summary>In bytes; -1 where a listing does not say it, as on Linux and macOS.</summary>
    public long Length { get; }

    /// <summary>UTC; only beside a <see cref="Length"/>.</summary>
    public DateTime Modified { get; }

    public override string ToString() => $"{Kind} {Name}";
}
