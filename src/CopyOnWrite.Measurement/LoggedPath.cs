namespace CopyOnWrite.Measurement;

/// <summary>Paths of a log, which may be from a machine with another system: .NET's functions know this one's only.</summary>
public static class LoggedPath
{
    /// <param name="project">The project's file, by whose path the system is told.</param>
    public static string Absolute(string path, string project)
    {
        char separator = IsOfWindows(project) ? '\\' : '/';
        string own = path.Replace(separator == '/' ? '\\' : '/', separator);
        bool isRooted = own.StartsWith(separator) || (own is [_, ':', '\\', ..] && separator == '\\');
        var names = new List<string>();
        foreach (string name in (isRooted ? own : FolderOf(project) + separator + own).Split(separator))
        {
            if (name == ".." && names.Count > 1)
            {
                names.RemoveAt(names.Count - 1);
            }
            else if (name is not "." && (name.Length > 0 || names.Count < 2))
            {
                names.Add(name);
            }
        }

        return string.Join(separator, names);
    }

    /// <summary>Whether a folder above the file and below the root has one of the names: the root may itself be in such a folder.</summary>
    public static bool IsInFolder(string path, string root, params string[] names) =>
        (path.StartsWith(root, StringComparison.Ordinal) ? path[root.Length..] : path).Split('/', '\\')
            .Any(name => names.Contains(name, StringComparer.OrdinalIgnoreCase));

    public static string FileName(string path) => path[(path.LastIndexOfAny(['/', '\\']) + 1)..];

    public static string FolderOf(string path) => path[..Math.Max(0, path.LastIndexOfAny(['/', '\\']))];

    public static StringComparer ComparerOf(string file) => IsOfWindows(file) ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal;

    /// <summary>The innermost folder that several paths have in common, with the separator at its end.</summary>
    public static string InCommon(IEnumerable<string> paths)
    {
        string[] all = [.. paths];
        char separator = Array.Exists(all, IsOfWindows) ? '\\' : '/';
        string[] common = all.Select(path => path.Split(separator)[..^1]).DefaultIfEmpty([])
            .Aggregate((one, other) => [.. one.Zip(other).TakeWhile(pair => pair.First == pair.Second).Select(pair => pair.First)]);
        return string.Concat(common.Select(name => name + separator));
    }

    public static bool IsOfWindows(string project) => project is [_, ':', '\\', ..] || project.StartsWith(@"\\", StringComparison.Ordinal);
}
