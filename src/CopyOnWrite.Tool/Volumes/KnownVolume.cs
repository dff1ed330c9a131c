using System.Text.Json.Serialization;

namespace CopyOnWrite.Tool.Volumes;

internal enum VolumeState
{
    Mounted,
    NotMounted,

    /// <summary>Its disk has less free than the image could still take: builds on it would fail with errors of the disk.</summary>
    DiskTooFull,

    /// <summary>Only that user and root can read the image.</summary>
    Inaccessible,

    /// <summary>The image is not what its record describes.</summary>
    Unusable,
}

/// <summary>An image with a record, as `list` shows it.</summary>
/// <param name="Size">Of the image: it can have grown.</param>
/// <param name="Used">Null where it is not mounted.</param>
/// <param name="Allocated">What the image takes up on its disk.</param>
/// <param name="Places">Where it is mounted.</param>
internal sealed record KnownVolume(
    string Folder, string Image, string FileSystem, string Uuid, long Size, long? Used, long? Allocated, VolumeState State, string? Problem,
    [property: JsonIgnore] VolumeRecord Record, [property: JsonIgnore] IReadOnlyList<string> Places)
{
    /// <summary>By its folder, or by its image.</summary>
    /// <exception cref="BadInputException">This tool did not create it: such a volume is not removed.</exception>
    internal static KnownVolume Find(string path)
    {
        // The image that is mounted there, or where `create` puts one.
        string real = LoopImage.RealPath(path);
        string[] images = Mount.All().LastOrDefault(mount => mount.Point == real) is { } at
            ? [Mount.ImageBehind(at.Source) ?? at.Source]
            : Directory.Exists(real) ? [real + ".img"] : [real, real + ".img"];
        VolumeRecord record = images.Select(VolumeRecord.Read).FirstOrDefault(found => found is not null)
            ?? throw new BadInputException(
                $"{real} is no volume of `dotnet cow volume create`: there is no record {VolumeRecord.PathOf(images[^1])}. Name the "
                + "volume's folder or its image; `dotnet cow volume list FOLDER` shows those of a folder.",
                "COW1050");
        KnownVolume volume = Of(record);
        return volume.State is VolumeState.Inaccessible or VolumeState.Unusable
            ? throw new BadInputException($"{volume.Image} {volume.Problem}. It is not touched.", "COW1050")
            : volume;
    }

    /// <summary>Mounted ones, and those whose image is in the folder.</summary>
    internal static IReadOnlyList<KnownVolume> All(string folder) =>
    [
        .. Mount.All().Select(mount => Mount.ImageBehind(mount.Source)).OfType<string>()
            .Concat(Directory.EnumerateFiles(folder, "*" + VolumeRecord.Ending).Select(record => record[..^VolumeRecord.Ending.Length]))
            .Where(image => !image.Any(char.IsControl))    // Not of this tool; a terminal would obey it.
            .Distinct(StringComparer.Ordinal)
            .Order(StringComparer.Ordinal)
            .Select(TryRead)
            .OfType<KnownVolume>(),
    ];

    /// <summary>Null also for a file that is not a record, in a folder of other files.</summary>
    private static KnownVolume? TryRead(string image)
    {
        try
        {
            return VolumeRecord.Read(image) is { } record ? Of(record) : null;
        }
        catch (Exception e) when (e is BadInputException or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static KnownVolume Of(VolumeRecord record)
    {
        string image = record.Image;
        string[] places = LoopImage.PlacesOf(image);
        bool exists = File.Exists(image);
        long size = exists ? new FileInfo(image).Length : record.Size;
        long? allocated = exists ? FileStatus.OfTarget(image).Allocated : null;
        Volume? mounted = places.Length > 0 ? Volume.At(places[0]) : null;
        (VolumeState state, string? problem) = Examine(record, size - allocated, mounted is not null);
        return new KnownVolume(
            places.FirstOrDefault(record.Folder), image, record.FileSystem, record.Uuid, size, mounted?.TotalBytes - mounted?.FreeBytes,
            allocated, state, problem, record, places);
    }

    /// <param name="missing">What the image could still take up.</param>
    private static (VolumeState State, string? Problem) Examine(VolumeRecord record, long? missing, bool isMounted)
    {
        string image = record.Image;
        try
        {
            return !File.Exists(image)
                ? (VolumeState.Unusable, $"does not exist any more: if it was deleted, delete {VolumeRecord.PathOf(image)}, too")
                : !FileStatus.Of(image).IsRegularFile ? (VolumeState.Unusable, "is no file, but a link, a pipe or a device")
                : !LoopImage.HasUuid(image, record.FileSystem, Guid.Parse(record.Uuid))
                ? (VolumeState.Unusable, $"has no file system with the UUID of its record, {record.Uuid}")
                : missing > Volume.At(image).FreeBytes
                ? (VolumeState.DiskTooFull,
                    $"{Path.GetDirectoryName(image)} has less free than the image could still take up: free some space")
                : !isMounted ? (VolumeState.NotMounted, $"To mount it: {record.MountCommand("sudo ")}")
                : (VolumeState.Mounted, null);
        }
        catch (UnauthorizedAccessException)
        {
            return (VolumeState.Inaccessible, "belongs to another user");
        }
    }
}
