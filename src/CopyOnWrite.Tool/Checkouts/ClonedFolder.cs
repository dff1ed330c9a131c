using System.Collections.Concurrent;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>The three places of a clone. All paths are absolute, but those that are said to be relative.</summary>
/// <param name="Place">The clone's, when it has its name.</param>
/// <param name="Made">Where the clone is until it has its name.</param>
internal sealed record ClonedFolder(string Donor, string Place, string Made)
{
    private readonly ConcurrentDictionary<string, bool> _isReal = new(StringComparer.Ordinal);

    /// <summary>The package folder of builds, as far as it is known without one.</summary>
    internal string PackageFolder { get; } = Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Join(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    internal string Relative(string path) => Path.GetRelativePath(Made, path);

    internal string PathOf(string relative) => Path.Join(Made, relative);

    internal string InDonor(string path) => Path.Join(Donor, Relative(path));

    internal string InClone(string pathInDonor) => PathOf(Path.GetRelativePath(Donor, pathInDonor));

    internal bool IsInDonor(string path) => IsIn(path, Donor);

    internal bool IsIn(string relative, IEnumerable<string> folders) => folders.Any(folder => IsIn(PathOf(relative), folder));

    internal static bool IsIn(string path, string folder) =>
        path.StartsWith(folder, StringComparison.Ordinal) && (path.Length == folder.Length || path[folder.Length] == Path.DirectorySeparatorChar);

    /// <summary>Whether none of the folders between the clone's root and the file is a symbolic link, or missing.</summary>
    internal bool HasNoLink(string path) => Path.GetDirectoryName(path) is { } folder && (folder == Made
        || _isReal.GetOrAdd(folder, one => new DirectoryInfo(one) is { Exists: true, LinkTarget: null } && HasNoLink(one)));
}
