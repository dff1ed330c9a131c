using System.Text.Json;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

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

    internal static string PathOf(string image) => image + Ending;

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
                { Schema: not CurrentSchema } other => throw new BadInputException(
                    $"{path} has format {other.Schema}, this version of the tool knows {CurrentSchema}. Use the version that wrote it, or "
                    + $"a later one: {ToolInstallation.UpdateCommand}",
                    "COW1050"),
                { IsPossible: true } record => record,
                _ => throw NoRecord(path, "a field is missing, or has a value that this tool does not write"),
            };
        }
        catch (JsonException e)
        {
            throw NoRecord(path, e.Message);
        }
    }

    // Anyone may have written it, and its fields get into commands that people copy and onto their terminals.
    private bool IsPossible => Folder is not null && Path.IsPathFullyQualified(Folder) && !Folder.Any(char.IsControl)
        && FileSystem is "xfs" or "btrfs" && Guid.TryParse(Uuid, out _);

    private static BadInputException NoRecord(string path, string why) =>
        new($"{path} is no record of a volume: {why.TrimEnd('.')}. Nothing was changed.", "COW1050");
}
