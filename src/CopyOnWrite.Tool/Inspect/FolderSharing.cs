namespace CopyOnWrite.Tool.Inspect;

/// <param name="Extension">With its dot; empty for files without one, and for the whole.</param>
/// <param name="UnknownFiles">Files whose sharing is unknown; they count only in the number and length of files.</param>
internal sealed record Totals(
    string Extension, int Files, long Bytes, int SharingFiles, long SharedBytes, long OwnedAloneBytes, long MetadataBytes, int UnknownFiles)
{
    internal static Totals Of(string extension, IReadOnlyCollection<FileSharing> files) => new(
        extension,
        files.Count,
        files.Sum(file => file.Bytes),
        files.Count(file => file.SharedBytes > 0),
        files.Sum(file => file.SharedBytes),
        files.Sum(file => file.OwnedAloneBytes),
        files.Sum(file => file.MetadataBytes),
        files.Count(file => file.Unknown is not null));
}

/// <summary>All files below one folder or several. Links are not followed; a file with several hard links counts once.</summary>
/// <param name="BytesOnDisk">Bytes of the disk in use, shared ones counted once.</param>
internal sealed record FolderSharing(
    Totals Total, long BytesOnDisk, IReadOnlyList<Totals> ByExtension, IReadOnlyList<FileSharing> Files, IReadOnlyList<string> NotRead)
{
    internal static FolderSharing Read(IReadOnlyList<string> roots, CancellationToken cancel)
    {
        var notRead = new List<string>();
        var seen = new HashSet<string>();
        FileSharing[] files = [.. EveryFile(roots, notRead, cancel).Select(path => ReadOne(path, seen)).OfType<FileSharing>()];
        return new FolderSharing(
            Totals.Of(string.Empty, files),
            ExtentMap.BytesOnDisk([.. files.Select(file => file.Map)]),
            [.. files.GroupBy(file => Path.GetExtension(file.Path).ToLowerInvariant()).Select(same => Totals.Of(same.Key, [.. same]))
                .OrderByDescending(totals => totals.Bytes).ThenBy(totals => totals.Extension, StringComparer.Ordinal)],
            files,
            notRead);
    }

    /// <summary>Null for what does not count: pipes, sockets, further names of a counted file, and files that are gone.</summary>
    private static FileSharing? ReadOne(string path, HashSet<string> seen)
    {
        try
        {
            FileStatus status = FileStatus.Of(path);
            return status.IsRegularFile && seen.Add(status.Identity) ? FileSharing.Of(path, status, Extents.Read(path)) : null;
        }
        catch (UnauthorizedAccessException)
        {
            return FileSharing.NotKnown(path, FileStatus.Of(path).Length, "no permission to read it");
        }
        catch (IOException e)
        {
            return File.Exists(path) ? FileSharing.NotKnown(path, 0, e.Message) : null;
        }
    }

    private static IEnumerable<string> EveryFile(IReadOnlyList<string> roots, List<string> notRead, CancellationToken cancel)
    {
        var folders = new Stack<string>(roots);
        while (folders.TryPop(out string? next))
        {
            FileSystemInfo[] entries = [];
            try
            {
                entries = new DirectoryInfo(next).GetFileSystemInfos();
            }
            catch (Exception e) when (!roots.Contains(next) && e is UnauthorizedAccessException or IOException)
            {
                notRead.Add($"{next}: {e.Message}");
            }

            foreach (FileSystemInfo entry in entries.Where(entry => (entry.Attributes & FileAttributes.ReparsePoint) == 0)
                .OrderBy(entry => entry.Name, StringComparer.Ordinal))
            {
                if (entry is DirectoryInfo)
                {
                    folders.Push(entry.FullName);
                }
                else
                {
                    cancel.ThrowIfCancellationRequested();
                    yield return entry.FullName;
                }
            }
        }
    }
}
