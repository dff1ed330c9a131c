using System.Text.Json;

namespace CopyOnWrite.Tool.Why;

/// <summary>
/// Finds the files that an output may have been copied from: what the build wrote into obj, content of the project, and the packages and
/// projects that a restore listed there, with their folders (<see href="https://github.com/NuGet/Home/wiki/%5BSpec%5D-Lock-file-format"/>).
/// </summary>
internal static class SourceCandidates
{
    private const string Assets = "project.assets.json";
    private static readonly string[] s_folders = ["bin", "obj"]; // What a project copies of another is in its bin.

    internal static IReadOnlyList<string> Of(string file)
    {
        string? obj = Beside("bin", "obj", file);
        string name = Path.GetFileName(file);
        string[] lists = obj is null ? [] : [.. Named(Assets, obj)];
        return obj is null ? [] :
        [
            .. Like(file, obj)
                .Concat(lists.SelectMany(list => Listed(list, assets => InProject(assets, file).Concat(InPackages(assets, name)))))
                .Concat(lists.SelectMany(list => Listed(list, ReferencedFolders)).SelectMany(folder => Named(name, folder)))
                .Distinct(StringComparer.Ordinal),
        ];
    }

    /// <summary>The files in bin that may be copies of a file in obj; null for a file that is not in obj.</summary>
    internal static IEnumerable<string>? CopiesOf(string file) =>
        Beside("obj", "bin", file) is { } bin ? Like(file, bin) : null;

    /// <summary>Those of its name, then those of its length, as copies may be renamed: App is one of apphost.</summary>
    private static IEnumerable<string> Like(string file, string below)
    {
        long length = new FileInfo(file).Length;
        return Folders.FilesBelow(below)
            .Select(path => (Path: path, HasName: Path.GetFileName(path) == Path.GetFileName(file)))
            .Where(one => one.HasName || new FileInfo(one.Path).Length == length)
            .OrderByDescending(one => one.HasName)
            .Select(one => one.Path);
    }

    private static IEnumerable<string> Named(string name, string below) =>
        Folders.FilesBelow(below).Where(path => Path.GetFileName(path) == name);

    /// <summary>Of obj and bin the one that is beside the other, above the file; in the layout of ArtifactsPath as well.</summary>
    private static string? Beside(string name, string other, string file) => Folders.Above(file)
        .Where(folder => Path.GetFileName(folder).Equals(name, StringComparison.OrdinalIgnoreCase))
        .Select(folder => Path.Combine(Path.GetDirectoryName(folder)!, other))
        .FirstOrDefault(Directory.Exists);

    /// <summary>Empty where the list is damaged.</summary>
    private static string[] Listed(string assetsFile, Func<JsonElement, IEnumerable<string>> read)
    {
        try
        {
            using var assets = JsonDocument.Parse(File.ReadAllBytes(assetsFile));
            return [.. read(assets.RootElement)];
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or KeyNotFoundException or ArgumentException
            or IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static IEnumerable<string> InPackages(JsonElement assets, string name) =>
        from library in assets.GetProperty("libraries").EnumerateObject()
        where library.Value.TryGetProperty("files", out _)
        from file in library.Value.GetProperty("files").EnumerateArray()
        where Path.GetFileName(file.GetString()) == name
        from folder in assets.GetProperty("packageFolders").EnumerateObject()
        let package = Path.Join(folder.Name, library.Value.GetProperty("path").GetString())
        select Path.GetFullPath(Path.Join(package, file.GetString())) into path
        where File.Exists(path)
        select path;

    /// <summary>The content that lies in the project's folder as the file does in one above it.</summary>
    private static IEnumerable<string> InProject(JsonElement assets, string file) =>
        from folder in Folders.Above(file)
        let path = Path.GetFullPath(Path.Combine(OwnFile(assets), "..", Path.GetRelativePath(folder, file)))
        where path != file && File.Exists(path)
        select path;

    private static string OwnFile(JsonElement assets) =>
        assets.GetProperty("project").GetProperty("restore").GetProperty("projectPath").GetString()!;

    /// <summary>Those of the projects that the list's own refers to.</summary>
    private static IEnumerable<string> ReferencedFolders(JsonElement assets) =>
        from library in assets.GetProperty("libraries").EnumerateObject()
        where library.Value.TryGetProperty("msbuildProject", out _)
        let project = Path.Combine(OwnFile(assets), "..", library.Value.GetProperty("msbuildProject").GetString()!)
        from folder in s_folders
        select Path.GetFullPath(Path.Combine(project, "..", folder)) into path
        where Directory.Exists(path)
        select path;
}
