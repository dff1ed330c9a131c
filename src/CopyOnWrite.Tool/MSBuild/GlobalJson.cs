using System.Text.Json;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>The global.json that holds for a folder: the nearest above it.</summary>
/// <param name="SdkVersion">Of the .NET SDK; null where it names none.</param>
/// <param name="Sdks">msbuild-sdks: versions of SDKs that projects name without one.</param>
/// <param name="Problem">Why it cannot be read; null when it can.</param>
internal sealed record GlobalJson(string File, string? SdkVersion, IReadOnlyDictionary<string, string> Sdks, string? Problem)
{
    private static readonly JsonDocumentOptions s_asHosts = new()
    {
        CommentHandling = JsonCommentHandling.Skip,
        AllowTrailingCommas = true,
    };

    internal static GlobalJson? Of(string folder)
    {
        for (string? at = Path.GetFullPath(folder); at is not null; at = Path.GetDirectoryName(at))
        {
            string file = Path.Combine(at, "global.json");
            if (System.IO.File.Exists(file))
            {
                return Read(file);
            }
        }

        return null;
    }

    internal static GlobalJson Read(string file)
    {
        var none = new Dictionary<string, string>();
        try
        {
            using var json = JsonDocument.Parse(System.IO.File.ReadAllText(file), s_asHosts);
            JsonElement root = json.RootElement;
            return new GlobalJson(
                file,
                Of(root, "sdk") is { } sdk && Of(sdk, "version") is { ValueKind: JsonValueKind.String } version
                    ? version.GetString()
                    : null,
                Of(root, "msbuild-sdks") is { ValueKind: JsonValueKind.Object } sdks
                    ? sdks.EnumerateObject().Where(one => one.Value.ValueKind == JsonValueKind.String)
                        .DistinctBy(one => one.Name, StringComparer.OrdinalIgnoreCase)
                        .ToDictionary(one => one.Name, one => one.Value.GetString()!, StringComparer.OrdinalIgnoreCase)
                    : none,
                root.ValueKind == JsonValueKind.Object ? null : "It is no JSON object.");
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or IOException or UnauthorizedAccessException)
        {
            return new GlobalJson(file, null, none, e.Message);
        }
    }

    private static JsonElement? Of(JsonElement element, string name) =>
        element.ValueKind == JsonValueKind.Object && element.TryGetProperty(name, out JsonElement value) ? value : null;
}
