using System.Text.Json.Serialization;

namespace CopyOnWrite.Tool.Inspect;

/// <param name="Unknown">Why it is unknown what the file shares; null where it is known.</param>
internal sealed record FileSharing(string Path, long Bytes, string? Unknown, [property: JsonIgnore] ExtentMap Map)
{
    public bool IsWhollyShared => SharedBytes > 0 && UnsharedBytes == 0;

    /// <summary>Bytes shared with another file, a snapshot, or another place in this file.</summary>
    public long SharedBytes => Map.SharedBytes;

    public long OwnedAloneBytes => Map.OwnedAloneBytes - Map.InlineBytes;

    /// <summary>Bytes kept in the file system's metadata, which is never shared; reported in whole blocks.</summary>
    public long MetadataBytes => Math.Min(Map.InlineBytes, Bytes);

    internal long BytesOnDisk => SharedBytes + UnsharedBytes;

    internal long UnsharedBytes => OwnedAloneBytes + MetadataBytes;

    internal static FileSharing Of(string path, FileStatus status, ExtentMap map) => new(
        path, status.Length, map.Supported ? null : $"{Volume.At(path).FileSystem} does not report where files are stored", map);

    internal static FileSharing NotKnown(string path, long bytes, string why) => new(path, bytes, why, new ExtentMap([], 0, string.Empty));
}
