namespace CopyOnWrite.Tool.Inspect;

/// <summary>Named files, and those below named folders, each once: a hard link or a named symbolic one is no other file.</summary>
internal static class InspectedFiles
{
    private static readonly EnumerationOptions s_below = new()
    {
        RecurseSubdirectories = true, IgnoreInaccessible = false, AttributesToSkip = FileAttributes.ReparsePoint,
    };

    internal static FileSharing[] Read(IEnumerable<string> paths, Func<string, ExtentMap> read, CancellationToken cancel)
    {
        var seen = new HashSet<string>();
        return [.. paths.SelectMany(FilesOf).Select(path => ReadOne(path, seen, read, cancel)).OfType<FileSharing>()];
    }

    private static IEnumerable<string> FilesOf(string path) => !Directory.Exists(path) ? [path]
        : Directory.EnumerateFiles(Path.GetFullPath(path), "*", s_below).Order(StringComparer.Ordinal);

    /// <summary>Null for what does not count: pipes, sockets, further names of a file, and files that are gone.</summary>
    private static FileSharing? ReadOne(string path, HashSet<string> seen, Func<string, ExtentMap> read, CancellationToken cancel)
    {
        cancel.ThrowIfCancellationRequested();
        try
        {
            var status = FileStatus.OfTarget(path);
            string identity = OperatingSystem.IsLinux() ? status.Identity
                : File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? status.Identity;
            return status.IsRegularFile && seen.Add(identity) ? FileSharing.Of(path, status, read(path)) : null;
        }
        catch (UnauthorizedAccessException)
        {
            return FileSharing.NotKnown(path, FileStatus.OfTarget(path).Length, "no permission to read it");
        }
        catch (IOException e)
        {
            return File.Exists(path) ? FileSharing.NotKnown(path, 0, e.Message) : null;
        }
    }
}
