namespace CopyOnWrite.Measurement;

/// <summary>Where a file's data lies on the disk.</summary>
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

    /// <summary>False where the file system does not tell (tmpfs, overlayfs); then there are no extents.</summary>
    public bool Supported => Errno == 0;

    /// <summary>Why the file system does not tell; 0 when it does.</summary>
    public int Errno { get; }

    /// <summary>
    /// Bytes that another file, a snapshot, or another place in this file has as well. Two file systems say so of more than there is:
    /// btrfs of a whole extent, though the others may have overwritten their part of it (btrfs_is_data_extent_shared in
    /// fs/btrfs/backref.c), and xfs of files already deleted, for some milliseconds, as it frees blocks in the background
    /// (xfs_inodegc_queue in fs/xfs/xfs_icache.c). <see cref="Measurement.Extents.BytesInCommon(ExtentMap, ExtentMap)"/> is exact.
    /// </summary>
    public long SharedBytes => Extents.Where(extent => extent.IsShared).Sum(extent => extent.Length);

    /// <summary>Bytes that would be freed with this file. Data in the metadata counts: every copy has its own.</summary>
    public long OwnedAloneBytes => Extents.Where(extent => !extent.IsShared).Sum(extent => extent.Length);

    /// <summary>Bytes kept in the file system's own records, which no two files share.</summary>
    public long InlineBytes => Extents.Where(extent => extent.IsInline).Sum(extent => extent.Length);

    /// <summary>Places are comparable between maps that have the same one.</summary>
    public string FileSystem { get; }
}
