namespace CopyOnWrite.Tool.Output;

/// <summary>The innermost folder that several paths have in common.</summary>
internal static class CommonFolder
{
    /// <summary>The folder, with the separator at its end.</summary>
    internal static string Of(IEnumerable<string> paths)
    {
        string[]? common = null;
        foreach (string path in paths.Distinct(StringComparer.Ordinal))
        {
            string folder = Path.GetDirectoryName(path) ?? path;
            string[] folders = folder.TrimEnd(Path.DirectorySeparatorChar).Split(Path.DirectorySeparatorChar);
            common = common is null
                ? folders
                : [.. common.Zip(folders).TakeWhile(pair => pair.First == pair.Second).Select(pair => pair.First)];
        }

        return string.Concat((common ?? []).Select(folder => folder + Path.DirectorySeparatorChar));
    }

    /// <summary>"obj/a.dll" and "bin/a.dll", if base names would be the same.</summary>
    internal static Func<string, string> Shortened(IEnumerable<string> paths)
    {
        int length = Of(paths.Select(Path.GetFullPath)).Length;
        return path => Path.GetFullPath(path)[length..];
    }
}
