namespace CopyOnWrite.Measurement;

/// <summary>
/// The places of a disk that some files use, each counted once. An encoded extent counts by its start alone: its length is that of the
/// data before compression, so as a range it would reach over its neighbours' places.
/// </summary>
internal sealed class PhysicalRanges
{
    private readonly List<(long Start, long End)> _plain = [];
    private readonly Dictionary<long, long> _encoded = [];
    private List<(long Start, long End)>? _disjoint;

    internal PhysicalRanges(params IEnumerable<Extent> extents) => Add(extents);

    internal long Bytes => Disjoint().Sum(range => range.End - range.Start) + _encoded.Values.Sum();

    internal void Add(IEnumerable<Extent> extents)
    {
        _disjoint = null;
        foreach (Extent extent in extents.Where(extent => extent.HasPlace))
        {
            if (extent.IsEncoded)
            {
                _encoded[extent.Physical] = Math.Max(extent.Length, _encoded.GetValueOrDefault(extent.Physical));
            }
            else
            {
                _plain.Add((extent.Physical, extent.Physical + extent.Length));
            }
        }
    }

    internal long BytesInCommon(PhysicalRanges other)
    {
        long common = _encoded.Sum(one => Math.Min(one.Value, other._encoded.GetValueOrDefault(one.Key)));
        List<(long Start, long End)> left = Disjoint();
        List<(long Start, long End)> right = other.Disjoint();
        for (int i = 0, j = 0; i < left.Count && j < right.Count;)
        {
            common += Math.Max(0, Math.Min(left[i].End, right[j].End) - Math.Max(left[i].Start, right[j].Start));
            _ = left[i].End < right[j].End ? i++ : j++;
        }

        return common;
    }

    /// <summary>The ranges in their order on the disk, adjacent ones joined.</summary>
    private List<(long Start, long End)> Disjoint()
    {
        if (_disjoint is not null)
        {
            return _disjoint;
        }

        var merged = new List<(long Start, long End)>();
        foreach ((long start, long end) in _plain.Order())
        {
            if (merged.Count > 0 && start <= merged[^1].End)
            {
                merged[^1] = (merged[^1].Start, Math.Max(end, merged[^1].End));
            }
            else
            {
                merged.Add((start, end));
            }
        }

        return _disjoint = merged;
    }
}
