using System;
using System.IO;
using System.Linq;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tasks;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>What is asked for, and whether it can be: looked at before anything is changed.</summary>
internal sealed record CreateOptions(string Folder, string Image, long Size, string FileSystem, bool Keeps)
{
    internal const string UsualSize = "50GB";

    private const long MiB = 1 << 20;
    private const double UsualShareOfFree = 0.8;

    /// <param name="folder">As it was given, as the others.</param>
    internal static CreateOptions Of(string folder, string? image, string? size, string fileSystem, bool keeps)
    {
        folder = VolumeSystem.RealPath(folder);
        string file = VolumeSystem.RealPath(image ?? folder + UsualEnding);
        CheckFolder(folder);
        CheckImage(file, folder);
        string above = Path.GetDirectoryName(file)!;
        long free = Volume.At(above).FreeBytes;
        long bytes = size is null ? Math.Min(ParseSize(UsualSize), (long)(free * UsualShareOfFree) / MiB * MiB) : ParseSize(size);
        CheckFree(bytes, free, above);
        CheckSmallest(bytes, fileSystem);
        return new CreateOptions(folder, file, bytes, fileSystem, keeps);
    }

    private static string UsualEnding => OperatingSystem.IsWindows() ? ".vhdx" : ".img";

    internal static long ParseSize(string text) => SettingValues.TryParseSize(text, out long bytes)
        ? Math.Max(bytes / MiB, 1) * MiB
        : throw new BadInputException($"'{text}' is not a size. Write one such as 50GB or 20GiB.", "COW1046");

    /// <summary>
    /// An image has only the blocks that were written, so one can be larger than what is free. Then builds fail at any later moment, with
    /// errors of the disk under a file system that has space: refused instead.
    /// </summary>
    /// <param name="more">The bytes that the image can still take up.</param>
    internal static void CheckFree(long more, long free, string above)
    {
        if (more > free)
        {
            throw new BadInputException(
                $"The image could take up {Words.Bytes(more)} more, and {above} has {Words.Bytes(free)} free. "
                + "Choose a smaller --size, or another place with --image.",
                "COW1047");
        }
    }

    private static void CheckSmallest(long bytes, string fileSystem)
    {
        // mkfs.xfs makes nothing below 300 MiB (xfsprogs 5.19), btrfs needs 109 MiB, Windows 50 GB for a Dev Drive.
        long least = fileSystem switch { "xfs" => 300 * MiB, "btrfs" => 128 * MiB, _ => 50_000_000_000 / MiB * MiB };
        if (bytes < least)
        {
            throw new BadInputException(
                $"{Words.Bytes(bytes)} is too small for {fileSystem}, which needs {Words.Bytes(least)} ({least / MiB} MiB) or more.",
                "COW1046");
        }
    }

    private static void CheckFolder(string folder)
    {
        string? why = Path.GetDirectoryName(folder) is not { } above ? "is the root"
            : folder.Any(char.IsControl) ? "has a line break or another control character in its path"
            : !Directory.Exists(above) ? $"cannot be created, since {above} does not exist"
            : !Path.Exists(folder) ? null
            : !Directory.Exists(folder) ? "is a file"
            : Directory.EnumerateFileSystemEntries(folder).Any() ? "is not empty"
            : Mount.All().Any(mount => mount.Point == folder) ? "has a volume mounted on it"
            : null;
        if (why is not null)
        {
            throw new BadInputException($"{folder} {why}. Name an empty folder, or one that does not exist yet.", "COW1044");
        }
    }

    private static void CheckImage(string image, string folder)
    {
        string above = Path.GetDirectoryName(image) ?? image;
        string? why = !Directory.Exists(above) ? $"{above} does not exist"
            : image == folder ? "the volume's folder has that name"
            : image.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal) ? "the volume would hide it"
            : image.Any(char.IsControl) ? "its path has a line break or another control character"
            : null;
        if (why is not null)
        {
            throw new BadInputException($"{image} cannot be created: {why}. Name another file with --image.", "COW1045");
        }

        string record = VolumeRecord.PathOf(image);
        if (Path.Exists(image) && File.Exists(record) && VolumeRecord.Read(image) is { } existing)
        {
            throw new BadInputException(
                $"{image} is the image of an existing volume for {existing.Folder}. "
                + $"`dotnet cow volume list {ShellText.Argument(above)}` shows it; to remove it: "
                + $"dotnet cow volume remove {ShellText.Argument(image)}",
                "COW1045");
        }

        if (Path.Exists(image) || Path.Exists(record))
        {
            throw new BadInputException(
                $"{(Path.Exists(image) ? image : record)} exists, and is not touched. Name another image with --image, or delete the file "
                + "if it is of no use.",
                "COW1045");
        }
    }
}
