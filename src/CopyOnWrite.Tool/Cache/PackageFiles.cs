using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;

namespace CopyOnWrite.Tool.Cache;

/// <summary>
/// The package files that a restored project's build copies to its outputs, by <c>project.assets.json</c>: assemblies, native libraries and
/// satellite assemblies, for every framework and runtime
/// (<see href="https://github.com/NuGet/Home/wiki/%5BSpec%5D-Lock-file-format"/>).
/// </summary>
internal static class PackageFiles
{
    // Groups of a package in a target. What is only compiled against ("compile") or imported ("build") is not copied.
    private static readonly string[] s_copied = ["runtime", "native", "resource", "runtimeTargets"];

    /// <summary>Absolute paths, of files that exist.</summary>
    /// <exception cref="InvalidDataException">It is not an assets file.</exception>
    internal static IReadOnlyList<string> Of(string assetsFile)
    {
        try
        {
            using JsonDocument assets = JsonDocument.Parse(File.ReadAllBytes(assetsFile));
            string[] folders = [.. Members(assets.RootElement, "packageFolders").Select(folder => folder.Name)];
            Dictionary<string, string> paths = Members(assets.RootElement, "libraries")
                .Where(library => library.Value.TryGetProperty("path", out _))
                .ToDictionary(library => library.Name, library => library.Value.GetProperty("path").GetString() ?? string.Empty);
            return [.. Members(assets.RootElement, "targets")
                .SelectMany(target => target.Value.EnumerateObject())
                .Where(package => paths.ContainsKey(package.Name) && IsPackage(package.Value))
                .SelectMany(package => s_copied.SelectMany(group => Members(package.Value, group))
                    .Select(file => Path.Combine(paths[package.Name], file.Name)))
                .Distinct(StringComparer.Ordinal)
                .Select(file => folders.Select(folder => Path.GetFullPath(Path.Combine(folder, file))).FirstOrDefault(File.Exists))
                .OfType<string>()];
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or KeyNotFoundException or ArgumentException)
        {
            throw new InvalidDataException($"{assetsFile} is not a list of restored packages: {e.Message}", e);
        }
    }

    private static bool IsPackage(JsonElement library) =>
        library.TryGetProperty("type", out JsonElement type) && type.GetString() == "package";

    private static JsonElement.ObjectEnumerator Members(JsonElement element, string name) =>
        element.TryGetProperty(name, out JsonElement found) ? found.EnumerateObject() : default;
}
