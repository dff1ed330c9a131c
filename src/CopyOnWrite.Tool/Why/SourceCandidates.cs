namespace CopyOnWrite.Tool.Why;

/// <summary>Finds the files in obj that an output may have been copied from. What comes from elsewhere only a log names.</summary>
internal static class SourceCandidates
{
    internal static IReadOnlyList<string> Of(string file) => Beside("bin", "obj", file) is { } obj ? [.. Like(file, obj)] : [];

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

    /// <summary>Of obj and bin the one that is beside the other, above the file; in the layout of ArtifactsPath as well.</summary>
    private static string? Beside(string name, string other, string file) => Folders.Above(file)
        .Where(folder => Path.GetFileName(folder).Equals(name, StringComparison.OrdinalIgnoreCase))
        .Select(folder => Path.Combine(Path.GetDirectoryName(folder)!, other))
        .FirstOrDefault(Directory.Exists);
}
