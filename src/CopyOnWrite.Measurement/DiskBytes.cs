namespace CopyOnWrite.Measurement;

/// <summary>
/// The bytes of disks that some files use, shared ones counted once. `du` does not know it: st_blocks counts a shared block in full for
/// each file that has it.
/// </summary>
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
