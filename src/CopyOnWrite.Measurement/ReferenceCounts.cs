namespace CopyOnWrite.Measurement;

/// <summary>
/// References to extents, each looked up once however many files have it: the kernel walks all of them for an answer, and 5,000 clones of
/// a file have 5,000.
/// </summary>
public sealed class ReferenceCounts
{
    private readonly Dictionary<(string, long), int?> _counts = [];

    /// <summary>Extents that were looked up.</summary>
    public int Lookups => _counts.Count;

    /// <inheritdoc cref="BtrfsReferences.Count"/>
    public int? Of(string path, ExtentMap map, Extent extent)
    {
        if (extent.References is { } told)
        {
            return told;
        }

        if (!extent.HasPlace)
        {
            return null;
        }

        (string, long) key = (map.FileSystem, extent.Physical);
        if (!_counts.TryGetValue(key, out int? count))
        {
            _counts.Add(key, count = BtrfsReferences.Count(path, extent));
        }

        return count;
    }
}
