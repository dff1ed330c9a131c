using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>An image with a record.</summary>
/// <param name="Places">Where it is mounted.</param>
/// <param name="Problem">Why it is not taken for this tool's; null if it is.</param>
internal sealed record KnownVolume(string Image, VolumeRecord Record, IReadOnlyList<string> Places, string? Problem)
{
    internal const string IsAnotherUsers = "belongs to another user";

    /// <summary>By its folder, or by its image.</summary>
    /// <exception cref="BadInputException">It is not this tool's: such a volume is neither grown nor removed.</exception>
    internal static KnownVolume Find(string path)
    {
        string real = VolumeSystem.RealPath(path);
        string? mounted = Mount.All().LastOrDefault(mount => mount.Point == real) is { } at
            ? ImageFile.Behind(at.Source)
                ?? throw new BadInputException($"{real} is on {at.Source}, which is no image of this tool.", "COW1050")
            : null;
        string[] images = mounted is not null ? [mounted] : [real, real + ".img", real + ".vhdx"];
        foreach (string image in images.Where(image => !Directory.Exists(image)))
        {
            if (Read(image) is { } volume)
            {
                return volume.Problem is null ? volume
                    : throw new BadInputException($"{image} {volume.Problem}. It is not touched.", "COW1050");
            }
        }

        throw new BadInputException(
            mounted is not null
                ? $"{real} is the volume of {mounted}, which has no record ({VolumeRecord.PathOf(mounted)}): "
                    + "`dotnet cow volume create` did not make it. It is not touched."
                : $"{real} is no volume of `dotnet cow volume create`: it is not mounted, and there is no record "
                    + $"{VolumeRecord.PathOf(images[1])}. Name the volume's folder or its image; "
                    + "`dotnet cow volume list FOLDER` shows those of a folder.",
            "COW1050");
    }

    /// <summary>Mounted ones, those in fstab, and those whose image is in the folder.</summary>
    internal static IReadOnlyList<KnownVolume> All(VolumeSystem system, string folder) =>
    [
        .. Mount.All().Select(mount => ImageFile.Behind(mount.Source)).OfType<string>()
            .Concat(Fstab.Images(system.Fstab))
            .Concat(Directory.EnumerateFiles(folder, "*" + VolumeRecord.Ending).Select(record => record[..^VolumeRecord.Ending.Length]))
            .Where(image => !image.Any(char.IsControl))    // None of this tool's; a terminal would obey it.
            .Distinct(StringComparer.Ordinal)
            .Order(StringComparer.Ordinal)
            .Select(ReadForList)
            .OfType<KnownVolume>(),
    ];

    /// <summary>The command that mounts it again, after a start of the machine.</summary>
    internal string HowToMount => OperatingSystem.IsWindows()
        ? $"Mount-DiskImage -ImagePath {ShellText.Argument(Image)}"
        : Mounting.HowToMount(Image, Record.Folder, Record.FileSystem);

    /// <summary>The bytes that the image does not have yet, and can take from its disk.</summary>
    internal long CanGrowBy(long size) => Math.Max(0, size - FileStatus.OfTarget(Image).Allocated);

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
        ? new KnownVolume(image, record, Directories(image, record), ProblemOf(image, record))
        : null;

    private static string[] Directories(string image, VolumeRecord record) => OperatingSystem.IsWindows()
        ? WindowsVolumes.IsMounted(record.Folder) ? [record.Folder] : []
        : MountedVolume.PlacesOf(image);

    private static string? ProblemOf(string image, VolumeRecord record)
    {
        if (!File.Exists(image))
        {
            return $"does not exist any more: if it was deleted, delete {VolumeRecord.PathOf(image)}, too";
        }

        if (OperatingSystem.IsWindows())
        {
            return null;    // The scripts look at the attached disk.
        }

        try
        {
            return !FileStatus.Of(image).IsRegularFile ? "is no file, but a link, a pipe or a device"
                : ImageFile.Read(image) is not { } found ? $"has no file system, and its record says {record.FileSystem}"
                : found.Uuid != record.Uuid ? $"has a file system with the UUID {found.Uuid}, and its record says {record.Uuid}"
                : null;
        }
        catch (UnauthorizedAccessException)
        {
            return IsAnotherUsers;
        }
    }
}
