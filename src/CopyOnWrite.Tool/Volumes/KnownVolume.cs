using CopyOnWrite.Measurement;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>An image with a record.</summary>
/// <param name="Places">Where it is mounted.</param>
/// <param name="Problem">Why it is not taken for this tool's; null if it is.</param>
internal sealed record KnownVolume(string Image, VolumeRecord Record, IReadOnlyList<string> Places, string? Problem)
{
    internal const string IsAnotherUsers = "belongs to another user";

    /// <summary>Of the image: it can have grown.</summary>
    internal long Size => new FileInfo(Image) is { Exists: true, Length: var length } ? length : Record.Size;

    /// <summary>The command that mounts it again, after a start of the machine.</summary>
    internal string HowToMount => Programs.Text(LoopImage.MountCommand(["sudo"], Image, Record.Folder, Record.FileSystem));

    /// <summary>By its folder, or by its image.</summary>
    /// <exception cref="BadInputException">It is not this tool's: such a volume is not removed.</exception>
    internal static KnownVolume Find(string path)
    {
        string real = VolumeSystem.RealPath(path);
        string[] images = Mount.All().LastOrDefault(mount => mount.Point == real) is { } at
            ? [LoopImage.Behind(at.Source) ?? at.Source]
            : [real, real + ".img"];
        return images.Where(image => !Directory.Exists(image)).Select(Read).OfType<KnownVolume>().FirstOrDefault() switch
        {
            { Problem: null } volume => volume,
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
            .Where(image => !image.Any(char.IsControl))    // None of this tool's; a terminal would obey it.
            .Distinct(StringComparer.Ordinal)
            .Order(StringComparer.Ordinal)
            .Select(ReadForList)
            .OfType<KnownVolume>(),
    ];

    private static KnownVolume? ReadForList(string image)
    {
        try
        {
            return Read(image);
        }
        catch (Exception e) when (e is BadInputException or IOException or UnauthorizedAccessException)
        {
            return null;    // A record that is none, in a folder that anyone may name.
        }
    }

    private static KnownVolume? Read(string image) => VolumeRecord.Read(image) is { } record
        ? new KnownVolume(image, record, LoopImage.PlacesOf(image), ProblemOf(image, record))
        : null;

    private static string? ProblemOf(string image, VolumeRecord record)
    {
        try
        {
            return !File.Exists(image) ? $"does not exist any more: if it was deleted, delete {VolumeRecord.PathOf(image)}, too"
                : !FileStatus.Of(image).IsRegularFile ? "is no file, but a link, a pipe or a device"
                : LoopImage.Read(image) is not { } found ? $"has no file system, and its record says {record.FileSystem}"
                : found.Uuid != record.Uuid ? $"has a file system with the UUID {found.Uuid}, and its record says {record.Uuid}"
                : null;
        }
        catch (UnauthorizedAccessException)
        {
            return IsAnotherUsers;
        }
    }
}
