using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;

namespace CopyOnWrite.Tool.Why;

/// <summary>
/// Files that an output may have been copied from, by the places where builds have them: what the compiler wrote into obj, and the package
/// that the .deps.json beside the output names.
/// </summary>
internal static class SourceCandidates
{
    private const int MostFolders = 2_000;

    private static readonly string[] s_assets = ["runtime", "native", "runtimeTargets", "resources"];

    /// <param name="packages">The package cache.</param>
    internal static IReadOnlyList<string> Of(string file, string packages) =>
        [.. InObj(file).Concat(InPackages(file, packages)).Where(candidate => candidate != file).Distinct(StringComparer.Ordinal)];

    /// <summary>Below the folder obj that is beside a folder bin above the file; in the layout of ArtifactsPath as well.</summary>
    private static IEnumerable<string> InObj(string file)
    {
        for (string? folder = Path.GetDirectoryName(file); folder is not null; folder = Path.GetDirectoryName(folder))
        {
            if (Path.GetFileName(folder).Equals("bin", StringComparison.OrdinalIgnoreCase)
                && Path.Combine(Path.GetDirectoryName(folder)!, "obj") is var obj && Directory.Exists(obj))
            {
                return Below(obj, Path.GetFileName(file));
            }
        }

        return [];
    }

    private static IEnumerable<string> Below(string folder, string name)
    {
        var folders = new Queue<string>([folder]);
        for (int i = 0; i < MostFolders && folders.TryDequeue(out string? next); i++)
        {
            string candidate = Path.Combine(next, name);
            if (File.Exists(candidate))
            {
                yield return candidate;
            }

            string[] inner = [];
            try
            {
                inner = Directory.GetDirectories(next);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // What cannot be read was no source either.
            }

            Array.ForEach(inner, folders.Enqueue);
        }
    }

    private static IEnumerable<string> InPackages(string file, string packages)
    {
        string name = Path.GetFileName(file);
        foreach (string deps in Directory.EnumerateFiles(Path.GetDirectoryName(file)!, "*.deps.json"))
        {
            foreach (string path in FilesOfPackages(deps).Where(path => Path.GetFileName(path) == name))
            {
                string candidate = Path.Combine(packages, path);
                if (File.Exists(candidate))
                {
                    yield return candidate;
                }
            }
        }
    }

    /// <summary>ID/VERSION/lib/net8.0/x.dll; none where the file is damaged.</summary>
    private static IReadOnlyList<string> FilesOfPackages(string deps)
    {
        try
        {
            using var json = JsonDocument.Parse(File.ReadAllText(deps));
            return
            [
                .. from target in json.RootElement.GetProperty("targets").EnumerateObject()
                   from library in target.Value.EnumerateObject()
                   from kind in s_assets
                   where library.Value.TryGetProperty(kind, out _)
                   from asset in library.Value.GetProperty(kind).EnumerateObject()
                   select $"{library.Name.ToLowerInvariant()}/{asset.Name}",
            ];
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or KeyNotFoundException
            or IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
