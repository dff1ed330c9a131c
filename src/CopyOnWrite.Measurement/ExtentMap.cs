namespace CopyOnWrite.Measurement;

/// <summary>The places of a file's data on the disk.</summary>
public sealed class ExtentMap
{
    private PhysicalRanges? _ranges;

    internal ExtentMap(IReadOnlyList<Extent> extents, int errno, string fileSystem)
    {
        Extents = extents;
        Errno = errno;
        FileSystem = fileSystem;
    }

    public IReadOnlyList<Extent> Extents { get; }

    internal PhysicalRanges Ranges => _ranges ??= new PhysicalRanges(Extents);

    /// <summary>False where the file system reports no extents (tmpfs, overlayfs).</summary>
    public bool Supported => Errno == 0;

    /// <summary>The error where the file system reports no extents; otherwise 0.</summary>
    public int Errno { get; }

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

    /// <summary>The file system's identity: places are comparable only within one.</summary>
    public string FileSystem { get; }
}
