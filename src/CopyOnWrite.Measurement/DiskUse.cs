namespace CopyOnWrite.Measurement;

/// <summary>
/// The disk space that some files use. `du` does not know it: st_blocks counts a shared block in full for each file that has it.
/// </summary>
/// <param name="ApparentBytes">The sum of the files' lengths: what full copies would cost.</param>
/// <param name="OwnedAloneBytes">Bytes that no other file, here or elsewhere, shares.</param>
/// <param name="BytesTogether">Bytes of the disk that these files use, shared ones counted once.</param>
public sealed record DiskUse(long ApparentBytes, long OwnedAloneBytes, long BytesTogether)
{
    /// <summary>A file with several hard links counts once; where the file system reports no extents, blocks count as unshared.</summary>
    public static DiskUse OfFiles(IEnumerable<string> files)
    {
        var used = new DiskBytes();
        var total = new DiskUse(0, 0, 0);
        IEnumerable<(string Path, FileStatus Status)> distinct =
            files.Select(path => (Path: path, Status: FileStatus.Of(path))).DistinctBy(file => file.Status.Identity);
        foreach ((string path, FileStatus status) in distinct)
        {
            ExtentMap map = Extents.Read(path);
            if (map.Supported)
            {
                used.Add(map);
            }

            total = new DiskUse(
                total.ApparentBytes + status.Length,
                total.OwnedAloneBytes + (map.Supported ? map.OwnedAloneBytes : status.Allocated),
                total.BytesTogether + (map.Supported ? 0 : status.Allocated));
        }

        return total with { BytesTogether = total.BytesTogether + used.Bytes };
    }
}

/// <summary>The bytes of disks that some files use, shared ones counted once.</summary>
public sealed class DiskBytes
{
    private readonly Dictionary<string, PhysicalRanges> _used = [];
    private long _withoutPlace;

    public long Bytes => _withoutPlace + _used.Values.Sum(ranges => ranges.Bytes);

    /// <summary>Maps without extents add nothing.</summary>
    public void Add(ExtentMap map)
    {
        _withoutPlace += map.Extents.Where(extent => !extent.HasPlace).Sum(extent => extent.Length);
        if (!_used.TryGetValue(map.FileSystem, out PhysicalRanges? ranges))
        {
            _used.Add(map.FileSystem, ranges = new PhysicalRanges());
        }

        ranges.Add(map.Extents);
    }
}
