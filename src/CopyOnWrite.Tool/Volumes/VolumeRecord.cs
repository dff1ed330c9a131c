using System;
using System.IO;
using System.Text.Json;
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

        try
        {
            using JsonDocument json = JsonDocument.Parse(File.ReadAllText(path));
            int schema = json.RootElement.GetProperty("schema").GetInt32();
            return schema == CurrentSchema
                && json.Deserialize<VolumeRecord>(JsonFormat.Options) is { Folder: not null, FileSystem: not null, Uuid: not null } record
                ? record
                : throw new BadInputException(
                    $"{path} has format {schema}, this version of the tool knows {CurrentSchema}. Use the version that wrote it, or "
                    + $"a later one: {ToolInstallation.UpdateCommand}",
                    "COW1050");
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or System.Collections.Generic.KeyNotFoundException
            or FormatException)
        {
            throw new BadInputException($"{path} is no record of a volume: {e.Message.TrimEnd('.')}. Nothing was changed.", "COW1050");
        }
    }
}
