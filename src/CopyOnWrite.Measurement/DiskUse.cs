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
        long apparent = 0;
        long ownedAlone = 0;
        long withoutPlace = 0;
        var seen = new HashSet<string>();
        var used = new DiskBytes();
        foreach (string path in files)
        {
            FileStatus status = FileStatus.Of(path);
            if (!seen.Add(status.Identity))
            {
                continue;
            }

            apparent += status.Length;
            ExtentMap map = Extents.Read(path);
            if (!map.Supported)
            {
                ownedAlone += status.Allocated;
                withoutPlace += status.Allocated;
                continue;
            }

            ownedAlone += map.OwnedAloneBytes;
            used.Add(map);
        }

        return new DiskUse(apparent, ownedAlone, withoutPlace + used.Bytes);
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
