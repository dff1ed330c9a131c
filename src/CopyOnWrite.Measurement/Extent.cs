namespace CopyOnWrite.Measurement;

/// <summary>One extent of a file on the disk, from FIEMAP (Documentation/filesystems/fiemap.rst).</summary>
/// <param name="Physical">
/// On btrfs an address in the volume's own space, the same on all its devices; elsewhere a place on the block device.
/// </param>
/// <param name="Length">Bytes of the file; for an encoded extent the length before compression.</param>
public readonly record struct Extent(long Logical, long Physical, long Length, uint Flags)
{
    internal const uint Last = 0x1;
    private const uint Unknown = 0x2;
    private const uint Delalloc = 0x4;
    private const uint Encoded = 0x8;
    private const uint Encrypted = 0x80;
    private const uint Inline = 0x200;
    private const uint Tail = 0x400;
    internal const uint Shared = 0x2000;

    public bool IsUnknown => (Flags & Unknown) != 0;

    public bool IsDelayed => (Flags & Delalloc) != 0;

    /// <summary>Compressed or encrypted: the range on the disk is not as long as the range of the file.</summary>
    public bool IsEncoded => (Flags & (Encoded | Encrypted)) != 0;

    /// <summary>Kept in the file system's metadata, which no two files share.</summary>
    public bool IsInline => (Flags & (Inline | Tail)) != 0;

    public bool IsShared => (Flags & Shared) != 0;

    /// <summary>Whether <see cref="Physical"/> is valid; without it extents cannot be compared.</summary>
    public bool HasPlace => !IsUnknown && !IsDelayed && !IsInline;
}
