using System.Collections.Concurrent;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>The three places of a clone. All paths are absolute, unless a name says "relative".</summary>
/// <param name="Place">The clone's, when it has its name.</param>
/// <param name="Made">Where the clone is until it has its name.</param>
internal sealed record ClonedFolder(string Donor, string Place, string Made)
{
    private readonly ConcurrentDictionary<string, bool> _isReal = new(StringComparer.Ordinal);

    internal string Relative(string path) => Path.GetRelativePath(Made, path);

    internal string PathOf(string relative) => Path.Join(Made, relative);

    internal string InDonor(string path) => Path.Join(Donor, Relative(path));

    internal string InClone(string pathInDonor) => PathOf(Path.GetRelativePath(Donor, pathInDonor));

    internal bool IsInDonor(string path) => Folders.IsIn(path, Donor);

    internal bool IsIn(string relative, IEnumerable<string> folders) => folders.Any(folder => Folders.IsIn(PathOf(relative), folder));

    /// <summary>Whether none of the folders between the clone's root and the file is a symbolic link, or missing.</summary>
    internal bool HasNoLink(string path) => Path.GetDirectoryName(path) is { } folder && (folder == Made
        || _isReal.GetOrAdd(folder, one => new DirectoryInfo(one) is { Exists: true, LinkTarget: null } && HasNoLink(one)));
}
