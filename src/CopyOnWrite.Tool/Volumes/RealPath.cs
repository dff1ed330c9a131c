namespace CopyOnWrite.Tool.Volumes;

/// <summary>The path that the kernel knows: no link on the way. What does not exist yet stays as it is.</summary>
internal static class RealPath
{
    private const int MostLinks = 40;    // As the kernel: path_resolution(7).

    internal static string Of(string path) => path.Length > 0
        ? Of(Path.GetFullPath(path), MostLinks)
        : throw new BadInputException("A path is empty. Name the volume's folder, or its image.");

    private static string Of(string path, int links)
    {
        path = Path.TrimEndingDirectorySeparator(path);
        if (Path.GetDirectoryName(path) is not { } above)
        {
            return path;
        }

        string folder = Of(above, links);
        string here = Path.Combine(folder, Path.GetFileName(path));
        return links > 0 && new FileInfo(here).LinkTarget is { } target ? Of(Path.GetFullPath(target, folder), links - 1) : here;
    }
}
