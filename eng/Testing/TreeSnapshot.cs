using System.Security.Cryptography;

namespace CopyOnWrite.Testing;

public enum TreeEntryKind
{
    File,
    SymbolicLink,
    Folder,
}

/// <param name="Path">Relative to the tree's root, with '/'.</param>
/// <param name="Sha256">A file's hash, in hexadecimal; empty for other kinds.</param>
/// <param name="LinkTarget">The link's text; null for other kinds.</param>
/// <param name="Mode">The permission bits, with setuid, setgid and sticky; 0 on Windows.</param>
/// <param name="ModifiedNanoseconds">The mtime since 1970.</param>
public sealed record TreeEntry(
    string Path, TreeEntryKind Kind, long Length, string Sha256, string? LinkTarget, int Mode, long ModifiedNanoseconds)
{
    /// <summary>
    /// Whether a program surely set the mtime, and not just a write. Writing sets mtime and ctime to one value;
    /// futimens(2) sets the mtime only, and ctime to the time of the call. Where ctime is unknown, every mtime counts as set.
    /// </summary>
    internal bool HasSetMtime { get; init; }
}

/// <summary>A folder's content down to mode and mtime: two builds' outputs are the same when there are no differences.</summary>
public sealed class TreeSnapshot
{
    private readonly SortedDictionary<string, TreeEntry> _entries = new(StringComparer.Ordinal);

    private TreeSnapshot(long begun) => Begun = begun;

    public IReadOnlyDictionary<string, TreeEntry> Entries => _entries;

    /// <summary>When the tree's root was made, in nanoseconds since 1970; 0 when the file system does not keep it.</summary>
    internal long Begun { get; }

    /// <param name="include">
    /// Whether a relative path belongs to the snapshot. The content of an excluded folder is still checked.
    /// </param>
    public static TreeSnapshot Take(string root, Func<string, bool>? include = null)
    {
        var snapshot = new TreeSnapshot(FileStatus.OfTarget(root).Born);
        snapshot.AddFolder(new DirectoryInfo(root), string.Empty, include ?? (_ => true));
        return snapshot;
    }

    /// <summary>A line for each difference, "path: what here != there"; none when the trees are the same.</summary>
    public IReadOnlyList<string> Differences(TreeSnapshot other, MtimeComparison mtimes) => TreeComparison.Run(this, other, mtimes);

    private void AddFolder(DirectoryInfo folder, string prefix, Func<string, bool> include)
    {
        foreach (FileSystemInfo info in folder.EnumerateFileSystemInfos())
        {
            string path = prefix + info.Name;
            if (include(path))
            {
                _entries.Add(path, Describe(info, path));
            }

            if (info is DirectoryInfo inner && info.LinkTarget is null)
            {
                AddFolder(inner, path + "/", include);
            }
        }
    }

    private static TreeEntry Describe(FileSystemInfo info, string path)
    {
        FileStatus status = FileStatus.Of(info.FullName);
        TreeEntryKind kind = info.LinkTarget is not null ? TreeEntryKind.SymbolicLink
            : info is DirectoryInfo ? TreeEntryKind.Folder
            : TreeEntryKind.File;

        // A folder's length depends on its file system, and a link's is that of its target's path.
        bool isFile = kind == TreeEntryKind.File;
        return new TreeEntry(
            path,
            kind,
            isFile ? status.Length : 0,
            isFile ? Hash(info.FullName) : string.Empty,
            info.LinkTarget,
            status.Mode,
            status.Modified)
        {
            HasSetMtime = status.Modified != status.Changed,
        };
    }

    private static string Hash(string path)
    {
        // Without a lock, like Extents: a build server may still hold the file.
        using var content = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        return Convert.ToHexStringLower(SHA256.HashData(content));
    }
}

/// <summary>Which files of a built repository are compared with those of another build.</summary>
public static class BuildOutputs
{
    /// <summary>
    /// All outputs, and the compiled files that they are copied from: mtimes of copies are compared with those of their sources.
    /// The rest of obj is excluded: its lists and caches contain times, which differ in each build.
    /// </summary>
    /// <param name="path">The path relative to the repository.</param>
    public static bool Include(string path) =>
        $"/{path}".Contains("/bin/", StringComparison.Ordinal)
        || (path.Contains("/obj/", StringComparison.Ordinal)
            && Path.GetExtension(path) is ".dll" or ".pdb" or ".xml"
            && !path.Contains("/ref", StringComparison.Ordinal));
}
