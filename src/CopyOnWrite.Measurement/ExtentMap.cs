namespace CopyOnWrite.Measurement;

/// <param name="Errno">The error where the file system reports no extents; otherwise 0.</param>
/// <param name="FileSystem">The file system's identity: places are comparable only within one.</param>
public sealed record ExtentMap(IReadOnlyList<Extent> Extents, int Errno, string FileSystem)
{
    /// <summary>False where the file system reports no extents (tmpfs, overlayfs).</summary>
    public bool Supported => Errno == 0;

    internal PhysicalRanges Ranges => field ??= new PhysicalRanges(Extents);

    /// <summary>
    /// Bytes shared with another file, a snapshot, or another place in this file. Two file systems report too many:
    /// btrfs the whole extent, though the others may have overwritten their part of it (btrfs_is_data_extent_shared in
    /// fs/btrfs/backref.c), and xfs blocks of deleted files, for some milliseconds, as it frees them in the background
    /// (xfs_inodegc_queue in fs/xfs/xfs_icache.c). <see cref="Measurement.Extents.BytesInCommon(ExtentMap, ExtentMap)"/> is exact.
    /// </summary>
    public long SharedBytes => Extents.Where(extent => extent.IsShared).Sum(extent => extent.Length);

    /// <summary>Bytes that deleting this file would free, including data in the metadata, which is never shared.</summary>
    public long OwnedAloneBytes => Extents.Where(extent => !extent.IsShared).Sum(extent => extent.Length);

    /// <summary>Bytes kept in the file system's own records, which no two files share.</summary>
    public long InlineBytes => Extents.Where(extent => extent.IsInline).Sum(extent => extent.Length);

    /// <summary>The bytes of disks that some files use, shared ones once. `du` counts a shared block for each file (st_blocks).</summary>
    public static long BytesOnDisk(IReadOnlyCollection<ExtentMap> maps) =>
        maps.SelectMany(map => map.Extents).Where(extent => !extent.HasPlace).Sum(extent => extent.Length)
        + maps.GroupBy(map => map.FileSystem).Sum(same => new PhysicalRanges(same.SelectMany(map => map.Extents)).Bytes);
}

/// <summary>One extent of a file on the disk, from FIEMAP (Documentation/filesystems/fiemap.rst).</summary>
/// <param name="Physical">On btrfs an address in the volume's own space, the same on all devices; elsewhere a place on the device.</param>
/// <param name="Length">Bytes of the file; for an encoded extent the length before compression.</param>
public readonly record struct Extent(long Logical, long Physical, long Length, uint Flags)
{
    internal const uint
        Last = 0x1, Unknown = 0x2, Delalloc = 0x4, Encoded = 0x8, Encrypted = 0x80, Inline = 0x200, Tail = 0x400, Shared = 0x2000;

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
