using System.Text.Json;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>The file beside an image that shows that this tool created it: nothing without one is mounted or deleted.</summary>
/// <param name="Uuid">Of the file system in the image.</param>
/// <param name="Size">When it was created: the image's length is its size now.</param>
/// <param name="CreatedFolder">Whether the folder is removed with the volume.</param>
internal sealed record VolumeRecord(
    int Schema, string Tool, string Folder, string FileSystem, string Uuid, long Size, DateTimeOffset Created, bool CreatedFolder)
{
    internal const int CurrentSchema = 1;
    internal const string Ending = ".json";

    private const int Largest = 1 << 16;

    // 'loop': the kernel frees the device at umount (LO_FLAGS_AUTOCLEAR, mount(8)), also if this process is killed in between. The others
    // as udisks: a user could write a program that runs as root, or a device, into the image.
    private const string MountOptions = "loop,nosuid,nodev";

    /// <summary>Not in the file, which is beside it.</summary>
    internal string Image { get; init; } = string.Empty;

    /// <summary>The line that mounts it at each start. With nofail a machine starts also if the image is gone (systemd.mount(5)).</summary>
    internal string Fstab => $"{FstabField(Image)} {FstabField(Folder)} {FileSystem} {MountOptions},nofail 0 0";

    // Anyone may have written it, and its fields get into commands that people copy and onto their terminals.
    private bool IsPossible => Folder is not null && Path.IsPathFullyQualified(Folder) && !Folder.Any(char.IsControl)
        && FileSystem is "xfs" or "btrfs" && Guid.TryParse(Uuid, out _);

    internal static string PathOf(string image) => image + Ending;

    internal string MountCommand(string sudo) =>
        $"{sudo}mount -t {FileSystem} -o {MountOptions} {ShellText.Argument(Image)} {ShellText.Argument(Folder)}";

    /// <returns>Null where the image has no record.</returns>
    /// <exception cref="BadInputException">It is not readable, or of a later version.</exception>
    internal static VolumeRecord? Read(string image)
    {
        string path = PathOf(image);
        if (!File.Exists(path))
        {
            return null;
        }

        // Reading a pipe would wait for a writer.
        if (FileStatus.Of(path) is not { IsRegularFile: true, Length: <= Largest })
        {
            throw NoRecord(path, "it is a link, a pipe, a device, or a large file");
        }

        try
        {
            return JsonSerializer.Deserialize<VolumeRecord>(File.ReadAllText(path), JsonFormat.Options) switch
            {
                { Schema: not CurrentSchema } other => throw NoRecord(
                    path,
                    $"it has format {other.Schema}, this version of the tool knows {CurrentSchema}. To update it: "
                        + ToolInstallation.UpdateCommand),
                { IsPossible: true } record => record with { Image = image },
                _ => throw NoRecord(path, "a field is missing, or has a value that this tool does not write"),
            };
        }
        catch (JsonException e)
        {
            throw NoRecord(path, e.Message);
        }
    }

    private static BadInputException NoRecord(string path, string why) =>
        new($"{path} is no record of a volume: {why.TrimEnd('.')}. Nothing was changed.", "COW1050");

    // As fstab(5) has it: a field ends at a blank.
    private static string FstabField(string path) => path.Replace("\\", @"\134", StringComparison.Ordinal)
        .Replace(" ", @"\040", StringComparison.Ordinal).Replace("#", @"\043", StringComparison.Ordinal);
}
