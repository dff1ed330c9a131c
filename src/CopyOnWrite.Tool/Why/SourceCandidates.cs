using System.Text.Json;

namespace CopyOnWrite.Tool.Why;

/// <summary>
/// Finds the files that an output may have been copied from: what the compiler wrote into obj, and the packages
/// that a restore listed there, with their folders
/// (<see href="https://github.com/NuGet/Home/wiki/%5BSpec%5D-Lock-file-format"/>).
/// </summary>
internal static class SourceCandidates
{
    private const string Assets = "project.assets.json";

    internal static IReadOnlyList<string> Of(string file)
    {
        if (ObjOf(file) is not { } obj)
        {
            return [];
        }

        string name = Path.GetFileName(file);
        var everywhere = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
        ILookup<string, string> found = Directory.EnumerateFiles(obj, "*", everywhere)
            .Where(path => Path.GetFileName(path) is var one && (one == name || one == Assets))
            .ToLookup(path => Path.GetFileName(path)!, StringComparer.Ordinal);
        return [.. found[name].Concat(found[Assets].SelectMany(assets => InPackages(assets, name))).Distinct(StringComparer.Ordinal)];
    }

    /// <summary>The folder obj that is beside a folder bin above the file; in the layout of ArtifactsPath as well.</summary>
    private static string? ObjOf(string file) => Folders.Above(file)
        .Where(folder => Path.GetFileName(folder).Equals("bin", StringComparison.OrdinalIgnoreCase))
        .Select(bin => Path.Combine(Path.GetDirectoryName(bin)!, "obj"))
        .FirstOrDefault(Directory.Exists);

    /// <summary>Empty where the list is damaged.</summary>
    private static string[] InPackages(string assetsFile, string name)
    {
        try
        {
            using var assets = JsonDocument.Parse(File.ReadAllBytes(assetsFile));
            return
            [
                .. from library in assets.RootElement.GetProperty("libraries").EnumerateObject()
                   where library.Value.TryGetProperty("files", out _)
                   from file in library.Value.GetProperty("files").EnumerateArray()
                   where Path.GetFileName(file.GetString()) == name
                   from folder in assets.RootElement.GetProperty("packageFolders").EnumerateObject()
                   let package = Path.Join(folder.Name, library.Value.GetProperty("path").GetString())
                   select Path.GetFullPath(Path.Join(package, file.GetString())) into path
                   where File.Exists(path)
                   select path,
            ];
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or KeyNotFoundException or ArgumentException
            or IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
