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

    /// <summary>
    /// The bytes of disks that some files use, shared ones counted once. `du` counts a shared block in full for each file (st_blocks).
    /// </summary>
    public static long BytesOnDisk(IReadOnlyCollection<ExtentMap> maps) =>
        maps.SelectMany(map => map.Extents).Where(extent => !extent.HasPlace).Sum(extent => extent.Length)
        + maps.GroupBy(map => map.FileSystem).Sum(same => new PhysicalRanges(same.SelectMany(map => map.Extents)).Bytes);
}
