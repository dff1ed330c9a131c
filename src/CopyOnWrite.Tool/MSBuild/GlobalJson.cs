using System.Text.Json;
using System.Text.Json.Serialization;

namespace CopyOnWrite.Tool.MSBuild;

/// <summary>The global.json that holds for a folder: the nearest above it.</summary>
/// <param name="SdkVersion">Of the .NET SDK; null where it names none.</param>
/// <param name="Problem">Why it cannot be read; null when it can.</param>
internal sealed record GlobalJson(string File, string? SdkVersion, string? Problem)
{
    private static readonly JsonSerializerOptions s_asHosts = new(JsonSerializerDefaults.Web)
    {
        ReadCommentHandling = JsonCommentHandling.Skip,
        AllowTrailingCommas = true,
    };

    private Dictionary<string, string?> Sdks { get; init; } = [];

    internal static GlobalJson? Of(string folder)
    {
        string? at = Path.GetFullPath(folder);
        while (at is not null && !System.IO.File.Exists(Path.Combine(at, "global.json")))
        {
            at = Path.GetDirectoryName(at);
        }

        return at is null ? null : Read(Path.Combine(at, "global.json"));
    }

    /// <summary>msbuild-sdks: the version of an SDK that projects name without one.</summary>
    internal string? VersionOf(string sdk) =>
        Sdks.FirstOrDefault(named => named.Key.Equals(sdk, StringComparison.OrdinalIgnoreCase)).Value;

    private static GlobalJson Read(string file)
    {
        try
        {
            Content? content = JsonSerializer.Deserialize<Content>(System.IO.File.ReadAllText(file), s_asHosts);
            return new GlobalJson(file, content?.Sdk?.Version, content is null ? "It is no JSON object." : null)
            {
                Sdks = content?.MSBuildSdks ?? [],
            };
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or IOException or UnauthorizedAccessException)
        {
            return new GlobalJson(file, null, e.Message);
        }
    }

    private sealed record Content(DotNetSdk? Sdk, [property: JsonPropertyName("msbuild-sdks")] Dictionary<string, string?>? MSBuildSdks);

    private sealed record DotNetSdk(string? Version);
}
