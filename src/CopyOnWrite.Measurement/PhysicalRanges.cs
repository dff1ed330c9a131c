namespace CopyOnWrite.Measurement;

/// <summary>
/// The places of a disk that some files use, each counted once. An encoded extent counts by its start alone: its length is that of the
/// data before compression, so as a range it would reach over its neighbours' places.
/// </summary>
internal sealed class PhysicalRanges
{
    // In their order on the disk, adjacent ones joined.
    private readonly List<(long Start, long End)> _plain = [];
    private readonly Dictionary<long, long> _encoded = [];

    internal PhysicalRanges(IEnumerable<Extent> extents)
    {
        foreach (Extent extent in extents.Where(extent => extent.HasPlace).OrderBy(extent => extent.Physical))
        {
            (long start, long end) = (extent.Physical, extent.Physical + extent.Length);
            if (extent.IsEncoded)
            {
                _encoded[start] = Math.Max(extent.Length, _encoded.GetValueOrDefault(start));
            }
            else if (_plain.Count > 0 && start <= _plain[^1].End)
            {
                _plain[^1] = (_plain[^1].Start, Math.Max(end, _plain[^1].End));
            }
            else
            {
                _plain.Add((start, end));
            }
        }
    }

    internal long Bytes => _plain.Sum(range => range.End - range.Start) + _encoded.Values.Sum();

    internal long BytesInCommon(PhysicalRanges other)
    {
        long common = _encoded.Sum(one => Math.Min(one.Value, other._encoded.GetValueOrDefault(one.Key)));
        for (int i = 0, j = 0; i < _plain.Count && j < other._plain.Count;)
        {
            common += Math.Max(0, Math.Min(_plain[i].End, other._plain[j].End) - Math.Max(_plain[i].Start, other._plain[j].Start));
            _ = _plain[i].End < other._plain[j].End ? i++ : j++;
        }

        return common;
    }
}
