namespace CopyOnWrite.Windows;

/// <summary>Makes absolute paths that Windows accepts.</summary>
internal static class Win32Path
{
    // MAX_PATH of minwindef.h, with the zero: longer ones need the prefix, as in .NET's PathInternal.EnsureExtendedPrefixIfNeeded.
    internal const int MaximumLengthWithoutPrefix = 260;

    // The path of a folder to create must leave space for a name of 8.3 (page "CreateDirectoryW").
    private const int NameOf8And3 = 12;

    internal static string ForCalls(string path) =>
        path.Length < MaximumLengthWithoutPrefix - NameOf8And3
            || path.StartsWith(@"\\?\", StringComparison.Ordinal)
            || path.StartsWith(@"\\.\", StringComparison.Ordinal)
            ? path
        : path.StartsWith(@"\\", StringComparison.Ordinal) ? @"\\?\UNC\" + path.Substring(2)
        : @"\\?\" + path;

    /// <summary>
    /// Removes the prefix, which .NET Framework refuses in some hosts, if the path then leads to the same file: without the prefix, names
    /// lose dots and spaces at their ends (page "Naming Files, Paths, and Namespaces").
    /// </summary>
    internal static string WithoutPrefix(string path) =>
        path.StartsWith(@"\\?\", StringComparison.Ordinal)
            && Path.GetFullPath(path.Substring(4)) == path.Substring(4)
            ? path.Substring(4)
            : path;

    /// <summary>A name derived from the destination's: the next copy to it replaces what a killed process left.</summary>
    internal static string TemporaryBeside(string destination, int number)
    {
        // The name's hash only: another path may lead to the folder (a drive of subst, a share).
        int folder = FolderLength(destination);
        return destination.Substring(0, folder) + TemporaryFiles.NameOf(Hash(destination, folder, destination.Length), number);
    }

    internal static string ReplacedBeside(string destination, int number)
    {
        int folder = FolderLength(destination);
        return destination.Substring(0, folder) + ReplacedFiles.NameOf(destination.Substring(folder), number);
    }

    internal static ulong Hash(string path) => Hash(path, 0, path.Length);

    internal static ulong HashOfFolder(string path) => Hash(path, 0, FolderLength(path));

    /// <summary>The folder with the separator at its end, so that a root stays one.</summary>
    internal static string FolderOf(string path) => path.Substring(0, FolderLength(path));

    // Both separators: Windows takes either, and the tests' model has Linux's paths.
    private static int FolderLength(string path) => path.LastIndexOfAny(s_separators) + 1;

    private static readonly char[] s_separators = { '\\', '/' };

    /// <summary>A hash that two spellings of one name share.</summary>
    internal static ulong HashInAnyCase(string path) => Hash(path.ToUpperInvariant());

    /// <summary>FNV-1a.</summary>
    private static ulong Hash(string text, int start, int end)
    {
        ulong hash = 14695981039346656037;
        for (int i = start; i < end; i++)
        {
            hash = (hash ^ text[i]) * 1099511628211;
        }

        return hash;
    }
}
