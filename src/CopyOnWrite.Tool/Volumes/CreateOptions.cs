using CopyOnWrite.Tasks;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>What `create` was asked for, checked before anything is changed.</summary>
internal static class CreateOptions
{
    internal const string UsualSize = "50GB";

    private const long MiB = 1 << 20;
    private const double UsualShareOfFree = 0.8;

    internal static VolumeRecord Of(string folder, string? image, string? size, string fileSystem)
    {
        // mkfs.xfs makes nothing below 300 MiB (xfsprogs 5.19), btrfs needs 109 MiB.
        long least = (fileSystem == "xfs" ? 300 : 128) * MiB;
        folder = LoopImage.RealPath(folder);
        string file = LoopImage.RealPath(image ?? folder + ".img");
        Refuse(folder, WhyNotFolder(folder), "Name an empty folder, or one that does not exist yet.", "COW1044");
        Refuse(file, WhyNotImage(file, folder), "Name another file with --image.", "COW1045");
        string above = Path.GetDirectoryName(file)!;
        long free = Volume.At(above).FreeBytes;
        long bytes = size is { Length: > 0 } ? ParseSize(size)    // A script's variable may be empty.
            : Math.Min(ParseSize(UsualSize), (long)(free * UsualShareOfFree) / MiB * MiB);

        // The image is sparse, so it could be larger than what is free. Builds would fail later, with errors of the disk although the file
        // system on it has space.
        return bytes > free ? throw new BadInputException(
                $"The image could take up {Words.Bytes(bytes)}, and {above} has {Words.Bytes(free)} free. "
                + "Choose a smaller --size, or another place with --image.",
                "COW1047")
            : bytes < least ? throw new BadInputException(
                $"{Words.Bytes(bytes)} is too small for {fileSystem}, which needs {Words.Bytes(least)} ({least / MiB} MiB) or more.",
                "COW1046")
            : new VolumeRecord(
                VolumeRecord.CurrentSchema, ToolVersion.Current, folder, fileSystem, $"{Guid.NewGuid()}", bytes, DateTimeOffset.UtcNow,
                CreatedFolder: !Directory.Exists(folder)) { Image = file };
    }

    private static long ParseSize(string text) => SettingValues.TryParseSize(text, out long bytes)
        ? Math.Max(bytes / MiB, 1) * MiB
        : throw new BadInputException($"'{text}' is not a size. Write one such as 50GB or 20GiB.", "COW1046");

    private static string? WhyNotFolder(string folder) => WhyNot(folder)
        ?? (!Directory.Exists(folder) ? (Path.Exists(folder) ? "is a file" : null)
            : !LoopImage.IsEmpty(folder) ? "is not empty"
            : Mount.All().Any(mount => mount.Point == folder) ? "has a volume mounted on it"
            : null);

    private static string? WhyNotImage(string image, string folder) =>
        $"{image}/".StartsWith(folder + "/", StringComparison.Ordinal) ? "cannot be created: the volume would hide it"
        : WhyNot(image) is { } why ? why
        : new[] { image, VolumeRecord.PathOf(image) }.FirstOrDefault(Path.Exists) is { } existing
        ? $"is not touched: {existing} exists. If it is a volume, `dotnet cow volume list "
            + $"{ShellText.Argument(Path.GetDirectoryName(image)!)}` shows it, `dotnet cow volume remove` removes it"
        : null;

    private static string? WhyNot(string path) =>
        path.Any(char.IsControl) ? "has a line break or another control character in its path"
        : !Directory.Exists(Path.GetDirectoryName(path)) ? "cannot be created, since the folder above it does not exist"
        : null;

    private static void Refuse(string path, string? why, string instead, string code)
    {
        if (why is not null)
        {
            throw new BadInputException($"{path} {why}. {instead}", code);
        }
    }
}
