using System.Collections.Generic;
using System.Linq;

namespace CopyOnWrite.Measurement;

/// <summary>Bytes of disks that some files use, each counted once however many of the files share it.</summary>
public sealed class DiskBytes
{
    private readonly Dictionary<string, PhysicalRanges> _used = [];
    private long _withoutPlace;

    public long Bytes => _withoutPlace + _used.Values.Sum(ranges => ranges.Bytes);

    /// <summary>Maps of files whose file system does not tell add nothing.</summary>
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
