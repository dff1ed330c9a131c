namespace CopyOnWrite.Tool.Inspect;

/// <param name="SharedBytes">Bytes shared with another file, a snapshot, or another place in this file.</param>
/// <param name="MetadataBytes">Bytes kept in the file system's metadata, which is never shared.</param>
internal sealed record FileSharing(
    string Path, long Bytes, long SharedBytes, long OwnedAloneBytes, long MetadataBytes, string? Unknown)
{
    public bool IsWhollyShared => SharedBytes > 0 && OwnedAloneBytes == 0 && MetadataBytes == 0;

    internal ExtentMap Map { get; init; } = new([], 0, string.Empty);

    internal long BytesOnDisk => SharedBytes + UnsharedBytes;

    internal long UnsharedBytes => OwnedAloneBytes + MetadataBytes;

    internal static FileSharing Of(string path, FileStatus status, ExtentMap map)
    {
        Extent[] placed = [.. map.Extents.Where(extent => extent.HasPlace)];
        return new FileSharing(
            path,
            status.Length,
            placed.Where(extent => extent.IsShared).Sum(extent => extent.Length),
            placed.Where(extent => !extent.IsShared).Sum(extent => extent.Length),
            System.Math.Min(map.InlineBytes, status.Length),    // Reported in whole blocks.
            map.Supported ? null : $"{Volume.At(path).FileSystem} does not report where files are stored") { Map = map };
    }

    internal static FileSharing NotKnown(string path, long bytes, string why) => new(path, bytes, 0, 0, 0, why);
}

/// <param name="Physical">Its place on the volume; null where it has none.</param>
/// <param name="References">References to it, with the file's own; null except on Windows, which reports them.</param>
internal sealed record ExtentRow(long Logical, long? Physical, long Length, bool Shared, int? References, IReadOnlyList<string> Flags)
{
    internal static ExtentRow Of(Extent extent)
    {
        (bool Has, string Name)[] flags =
        [
            (extent.IsShared, "shared"),
            (extent.IsInline, "in metadata"),
            (extent.IsEncoded, "compressed or encrypted"),
            (extent.IsUnwritten, "preallocated"),
            (extent.IsDelayed, "not on the disk yet"),
            (extent.IsUnknown && !extent.IsDelayed, "place unknown"),
        ];
        string[] names = [.. flags.Where(flag => flag.Has).Select(flag => flag.Name)];
        long? place = extent.HasPlace ? extent.Physical : null;
        return new ExtentRow(extent.Logical, place, extent.Length, extent.IsShared, extent.References, names);
    }
}
