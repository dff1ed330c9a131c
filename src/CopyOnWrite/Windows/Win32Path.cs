using System;

namespace CopyOnWrite.Windows;

/// <summary>Absolute paths as Windows takes them.</summary>
internal static class Win32Path
{
    // MAX_PATH of minwindef.h, with the ending zero: longer ones need the prefix, as in .NET's own
    // PathInternal.EnsureExtendedPrefixIfNeeded.
    internal const int MaximumLengthWithoutPrefix = 260;

    internal static string ForCalls(string path) =>
        path.Length < MaximumLengthWithoutPrefix
            || path.StartsWith(@"\\?\", StringComparison.Ordinal)
            || path.StartsWith(@"\\.\", StringComparison.Ordinal)
            ? path
        : path.StartsWith(@"\\", StringComparison.Ordinal) ? @"\\?\UNC\" + path.Substring(2)
        : @"\\?\" + path;

    /// <summary>A name that says whose it is: what a killed process leaves is replaced by the next copy to this destination.</summary>
    internal static string TemporaryBeside(string destination, int number)
    {
        string name = TemporaryFiles.NameOf(Hash(destination), number);
        return destination.Substring(0, FolderLength(destination)) + name;
    }

    internal static ulong Hash(string path) => Hash(path, path.Length);

    internal static ulong HashOfFolder(string path) => Hash(path, FolderLength(path));

    /// <summary>With the separator at its end, so that it is a root where that is the folder.</summary>
    internal static string FolderOf(string path) => path.Substring(0, FolderLength(path));

    // Both separators: Windows takes either, and the tests' model has Linux's paths.
    private static int FolderLength(string path) => path.LastIndexOfAny(s_separators) + 1;

    private static readonly char[] s_separators = { '\\', '/' };

    /// <summary>FNV-1a.</summary>
    private static ulong Hash(string text, int length)
    {
        ulong hash = 14695981039346656037;
        for (int i = 0; i < length; i++)
        {
            hash = (hash ^ text[i]) * 1099511628211;
        }

        return hash;
    }
}
