using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Inspect;

/// <summary>What a file shares.</summary>
/// <param name="Bytes">Its length.</param>
/// <param name="SharedBytes">That another file, a snapshot, or another place in this file has as well.</param>
/// <param name="OwnedAloneBytes">On the disk, for this file alone.</param>
/// <param name="MetadataBytes">Kept in the file system's own records, which every copy has for itself.</param>
/// <param name="Unknown">Why nothing is known; null when it is.</param>
internal sealed record FileSharing(
    string Path, long Bytes, int Extents, long SharedBytes, long OwnedAloneBytes, long MetadataBytes, string? Unknown)
{
    /// <summary>Of the other files that were named, those with which it has the most bytes in common.</summary>
    public IReadOnlyList<Partner> With { get; init; } = [];

    /// <summary>Of the other files that were named, how many have bytes in common with it.</summary>
    public int WithFiles { get; init; }

    /// <summary>A name of the same file that was given before: a hard link, or a link to it. Null for a file's first name.</summary>
    public string? SameFileAs { get; init; }

    /// <summary>Where the name leads; null when it is no symbolic link.</summary>
    public string? LinkTo { get; init; }

    /// <summary>What a Mac tells, which has no extents; null elsewhere.</summary>
    public MacClone? OnMac { get; init; }

    /// <summary>
    /// Whether it may have parts in common with other files that were named, beside <see cref="With"/>: a Mac tells of whole files only.
    /// </summary>
    public bool PartsUnknown { get; init; }

    public bool IsWhollyShared => SharedBytes > 0 && OwnedAloneBytes == 0 && MetadataBytes == 0;

    internal long BytesOnDisk => SharedBytes + OwnedAloneBytes + MetadataBytes;

    internal static FileSharing Of(string path, FileStatus status, ExtentMap map)
    {
        if (!map.Supported && MacClone.Read(path) is { } clone)
        {
            return Of(path, status.Length, clone);
        }

        Extent[] placed = [.. map.Extents.Where(extent => extent.HasPlace)];
        return new FileSharing(
            path,
            status.Length,
            map.Extents.Count,
            placed.Where(extent => extent.IsShared).Sum(extent => extent.Length),
            placed.Where(extent => !extent.IsShared).Sum(extent => extent.Length),
            System.Math.Min(map.InlineBytes, status.Length),    // Told in whole blocks.
            map.Supported ? null : $"{Volume.At(path).FileSystem} does not report where files are stored");
    }

    internal static FileSharing Of(string path, long length, MacClone clone) =>
        new(path, length, 0, clone.SharedBytes, clone.AllocatedBytes - clone.SharedBytes, 0, null) { OnMac = clone };

    internal static FileSharing NotKnown(string path, long bytes, string why) => new(path, bytes, 0, 0, 0, 0, why);
}

/// <summary>Another file that was named.</summary>
/// <param name="Bytes">In common, exactly: by the places of both files on the disk, or by their clone id.</param>
internal sealed record Partner(string Path, long Bytes);
