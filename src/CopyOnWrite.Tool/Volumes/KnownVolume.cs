using CopyOnWrite.Measurement;

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
internal sealed class KnownVolume
{
    private KnownVolume(string image, VolumeRecord record)
    {
        (Image, Record, Places) = (image, record, LoopImage.PlacesOf(image));
        bool exists = File.Exists(image);
        Size = exists ? new FileInfo(image).Length : record.Size;
        Allocated = exists ? FileStatus.OfTarget(image).Allocated : null;
        Volume? mounted = Places.Count > 0 ? Volume.At(Places[0]) : null;
        Used = mounted?.TotalBytes - mounted?.FreeBytes;
        (State, Problem) = Examine();
    }

    public string Folder => Places.FirstOrDefault(Record.Folder);

    public string Image { get; }

    public string FileSystem => Record.FileSystem;

    public string Uuid => Record.Uuid;

    /// <summary>Of the image: it can have grown.</summary>
    public long Size { get; }

    /// <summary>Null where it is not mounted.</summary>
    public long? Used { get; }

    /// <summary>What the image takes up on its disk.</summary>
    public long? Allocated { get; }

    public VolumeState State { get; }

    public string? Problem { get; }

    internal VolumeRecord Record { get; }

    /// <summary>Where it is mounted.</summary>
    internal IReadOnlyList<string> Places { get; }

    /// <summary>Whether this tool created it, so that it can be mounted and removed.</summary>
    internal bool IsOurs => State is not (VolumeState.Inaccessible or VolumeState.Unusable);

    /// <summary>The command that mounts it again after a restart.</summary>
    internal string HowToMount => LoopImage.MountCommand("sudo ", Image, Record.Folder, FileSystem);

    /// <summary>By its folder, or by its image.</summary>
    /// <exception cref="BadInputException">This tool did not create it: such a volume is not removed.</exception>
    internal static KnownVolume Find(string path)
    {
        string real = LoopImage.RealPath(path);
        string[] images = ImagesOf(real);
        return images.Select(Read).OfType<KnownVolume>().FirstOrDefault() switch
        {
            { IsOurs: true } volume => volume,
            { } other => throw new BadInputException($"{other.Image} {other.Problem}. It is not touched.", "COW1050"),
            null => throw new BadInputException(
                $"{real} is no volume of `dotnet cow volume create`: there is no record {VolumeRecord.PathOf(images[^1])}. Name the "
                + "volume's folder or its image; `dotnet cow volume list FOLDER` shows those of a folder.",
                "COW1050"),
        };
    }

    /// <summary>Mounted ones, and those whose image is in the folder.</summary>
    internal static IReadOnlyList<KnownVolume> All(string folder) =>
    [
        .. Mount.All().Select(mount => LoopImage.Behind(mount.Source)).OfType<string>()
            .Concat(Directory.EnumerateFiles(folder, "*" + VolumeRecord.Ending).Select(record => record[..^VolumeRecord.Ending.Length]))
            .Where(image => !image.Any(char.IsControl))    // Not of this tool; a terminal would obey it.
            .Distinct(StringComparer.Ordinal)
            .Order(StringComparer.Ordinal)
            .Select(TryRead)
            .OfType<KnownVolume>(),
    ];

    /// <summary>The image that is mounted there, or where `create` puts one.</summary>
    private static string[] ImagesOf(string path) => Mount.All().LastOrDefault(mount => mount.Point == path) is { } at
        ? [LoopImage.Behind(at.Source) ?? at.Source]
        : Directory.Exists(path) ? [path + ".img"] : [path, path + ".img"];

    private static KnownVolume? Read(string image) => VolumeRecord.Read(image) is { } record ? new KnownVolume(image, record) : null;

    /// <summary>Null also for a file that is not a record, in a folder of other files.</summary>
    private static KnownVolume? TryRead(string image)
    {
        try
        {
            return Read(image);
        }
        catch (Exception e) when (e is BadInputException or IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private (VolumeState State, string? Problem) Examine()
    {
        try
        {
            return !File.Exists(Image)
                ? (VolumeState.Unusable, $"does not exist any more: if it was deleted, delete {VolumeRecord.PathOf(Image)}, too")
                : !FileStatus.Of(Image).IsRegularFile ? (VolumeState.Unusable, "is no file, but a link, a pipe or a device")
                : !LoopImage.HasUuid(Image, FileSystem, Guid.Parse(Uuid))
                ? (VolumeState.Unusable, $"has no file system with the UUID of its record, {Uuid}")
                : Size - Allocated > Volume.At(Image).FreeBytes
                ? (VolumeState.DiskTooFull,
                    $"{Path.GetDirectoryName(Image)} has less free than the image could still take up: free some space")
                : Places.Count == 0 ? (VolumeState.NotMounted, $"To mount it: {HowToMount}")
                : (VolumeState.Mounted, null);
        }
        catch (UnauthorizedAccessException)
        {
            return (VolumeState.Inaccessible, "belongs to another user");
        }
    }
}
