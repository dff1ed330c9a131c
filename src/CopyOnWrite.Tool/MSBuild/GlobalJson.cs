using System.Text.Json;
using System.Text.Json.Nodes;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>The global.json that applies to a folder: the nearest above it.</summary>
/// <param name="SdkVersion">Of the .NET SDK; null where it names none.</param>
/// <param name="Problem">Why it cannot be read; null when it can.</param>
internal sealed record GlobalJson(string File, string? SdkVersion, string? Problem)
{
    private static readonly JsonDocumentOptions s_asHosts = new()
    {
        CommentHandling = JsonCommentHandling.Skip,
        AllowTrailingCommas = true,
    };

    internal static GlobalJson? Of(string folder)
    {
        string? at = Path.GetFullPath(folder);
        while (at is not null && !System.IO.File.Exists(Path.Combine(at, "global.json")))
        {
            at = Path.GetDirectoryName(at);
        }

        return at is null ? null : Read(Path.Combine(at, "global.json"));
    }

    private static GlobalJson Read(string file)
    {
        try
        {
            JsonNode? content = JsonNode.Parse(System.IO.File.ReadAllText(file), null, s_asHosts);
            return new GlobalJson(file, (string?)content?["sdk"]?["version"], null);
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or ArgumentException or IOException
            or UnauthorizedAccessException)
        {
            return new GlobalJson(file, null, e.Message);
        }
    }
}
