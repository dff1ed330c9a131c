namespace CopyOnWrite.Tool.Output;

/// <summary>The folders in paths, and paths without them.</summary>
internal static class Folders
{
    /// <summary>Compares names where the file system is not asked.</summary>
    internal static StringComparison Comparison { get; } =
        OperatingSystem.IsLinux() ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase;

    /// <inheritdoc cref="Comparison"/>
    internal static StringComparer Comparer { get; } = StringComparer.FromComparison(Comparison);

    /// <summary>
    /// NuGet's package folder, as far as it is known without a project's settings, and as NuGet writes it into obj: its default has a
    /// separator at the end (SettingsUtility.GetGlobalPackagesFolder). Projects compile if it is spelled otherwise.
    /// </summary>
    internal static string OfPackages => Environment.GetEnvironmentVariable("NUGET_PACKAGES") is { Length: > 0 } named ? named
        : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages", string.Empty);

    /// <summary>The folders above a path, the innermost first.</summary>
    internal static IEnumerable<string> Above(string path)
    {
        for (string? folder = Path.GetDirectoryName(path); folder is not null; folder = Path.GetDirectoryName(folder))
        {
            yield return folder;
        }
    }

    /// <summary>Whether the path is the folder or in it, by the names alone; neither has a separator at its end.</summary>
    internal static bool IsIn(string path, string folder) => path.StartsWith(folder, Comparison)
        && (path.Length == folder.Length || path[folder.Length] == Path.DirectorySeparatorChar);

    /// <summary>Whether a relative path is in a relative folder; all are below an empty one.</summary>
    internal static bool IsBelow(string path, string folder) => folder.Length == 0 || IsIn(path, folder);

    /// <summary>All files below a folder, without those behind links; a pattern matches hidden ones too.</summary>
    internal static IEnumerable<string> FilesBelow(string folder, string pattern = "*") =>
        Directory.EnumerateFiles(folder, pattern, new EnumerationOptions
        {
            RecurseSubdirectories = true, IgnoreInaccessible = true, AttributesToSkip = FileAttributes.ReparsePoint,
        });

    /// <summary>"obj/a.dll" and "bin/a.dll", if base names would be the same.</summary>
    internal static Func<string, string> Shortened(IEnumerable<string> paths)
    {
        int length = LoggedPath.InCommon(paths.Select(Path.GetFullPath)).Length;
        return path => Path.GetFullPath(path)[length..];
    }

    /// <summary>A path below the folder without the folder; null for any other, by the names alone.</summary>
    internal static string? Below(string folder, string path)
    {
        string relative = Path.GetRelativePath(folder, path);
        bool leadsUp = relative == ".." || relative.StartsWith(".." + Path.DirectorySeparatorChar, StringComparison.Ordinal);
        return relative == "." || leadsUp || Path.IsPathRooted(relative) ? null : relative;
    }

    /// <summary>Gives the path relative to the folder; a path that is not below stays as it is.</summary>
    internal static string Relative(string folder, string path) => Below(folder, path) ?? path;
}
