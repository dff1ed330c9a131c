using System;
using System.IO;
using System.Linq;
using System.Text.Json;
using CopyOnWrite.Measurement;
using CopyOnWrite.Tool.Output;

namespace CopyOnWrite.Tool.Volumes;

/// <summary>The file beside an image that makes it this tool's: nothing without one is mounted, grown or deleted.</summary>
/// <param name="Uuid">Of the file system; on Windows the name of the volume. The record is only of an image that has it.</param>
/// <param name="CreatedFolder">Whether the folder is removed with the volume.</param>
internal sealed record VolumeRecord(
    int Schema, string Tool, string Folder, string FileSystem, string Uuid, long Size, DateTimeOffset Created, bool CreatedFolder)
{
    internal const int CurrentSchema = 1;
    internal const string Ending = ".json";

    private const int Largest = 1 << 16;

    internal static string PathOf(string image) => image + Ending;

    /// <summary>For --dry-run: a command that writes it.</summary>
    internal string CommandText(string image) =>
        ShellText.WriteFile(PathOf(image), JsonSerializer.SerializeToNode(this, JsonFormat.Options)!.ToJsonString());

    internal void Write(string image, bool overwrite)
    {
        string path = PathOf(image);
        string temporary = Path.Combine(Path.GetDirectoryName(path)!, TemporaryFiles.NewName());
        try
        {
            File.WriteAllText(temporary, JsonSerializer.Serialize(this, JsonFormat.Options) + "\n");
            File.Move(temporary, path, overwrite);
        }
        finally
        {
            TemporaryFiles.Delete(temporary);
        }
    }

    /// <summary>Null where there is none.</summary>
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
            using JsonDocument json = JsonDocument.Parse(File.ReadAllText(path));
            int schema = json.RootElement.GetProperty("schema").GetInt32();
            return schema != CurrentSchema
                ? throw new BadInputException(
                    $"{path} has format {schema}, this version of the tool knows {CurrentSchema}. Use the version that wrote it, or "
                    + $"a later one: {ToolInstallation.UpdateCommand}",
                    "COW1050")
                : json.Deserialize<VolumeRecord>(JsonFormat.Options) is { } record && record.IsPossible ? record
                : throw NoRecord(path, "a field is missing, or has a value that this tool does not write");
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or System.Collections.Generic.KeyNotFoundException
            or FormatException)
        {
            throw NoRecord(path, e.Message);
        }
    }

    // Anyone may have written it: its fields come into commands that people copy, and onto their terminals.
    private bool IsPossible => Folder is not null && Path.IsPathFullyQualified(Folder) && !Folder.Any(char.IsControl)
        && FileSystem is "xfs" or "btrfs" or WindowsVolumes.FileSystem
        && Uuid is not null && !Uuid.Any(char.IsControl)
        && Size > 0;

    private static BadInputException NoRecord(string path, string why) =>
        new($"{path} is no record of a volume: {why.TrimEnd('.')}. Nothing was changed.", "COW1050");
}
