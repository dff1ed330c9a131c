namespace CopyOnWrite;

/// <summary>
/// How the files in a cache's folder are named. Files with other names are not the cache's and are left alone. An entry's name is the hash
/// of its source's path and the source's fingerprint, so a source that has changed has another entry: entries are unused, never outdated.
/// </summary>
internal static class CacheFiles
{
    /// <summary>Begins with a dot, so default items of a project beside it leave it out (Microsoft.NET.Sdk.DefaultItems.props).</summary>
    internal const string DefaultFolder = ".copyonwrite-cache";
    /// <summary>In git's common folder.</summary>
    internal const string FolderInGit = "copyonwrite-cache";
    internal const string Entry = ".entry";
    /// <summary>Follows the name of an entry that is being made.</summary>
    internal const string New = ".new";
    internal const string Ignore = ".gitignore";
    /// <summary>The tag of a cache (bford.info/cachedir), written anew at each pruning: its modification time says when that was.</summary>
    internal const string Tag = "CACHEDIR.TAG";

    /// <summary>An entry's last use is noted once in this time: a finer unit would cost a write for each clone.</summary>
    internal static readonly TimeSpan UseIsNoted = TimeSpan.FromHours(1);

    private const int Digits = 16;
    private const int PathLength = Digits + 1;
    private const int KeyLength = PathLength + (6 * Digits);

    /// <param name="path">The hash of the source's path.</param>
    internal static string EntryOf(ulong path, in FileFingerprint source) =>
        $"{path:x16}-{source.Volume:x16}{source.File:x16}{source.FileEnd:x16}{source.Length:x16}{source.Written:x16}{source.Changed:x16}"
        + Entry;

    /// <summary>The start of the names of all entries of one path.</summary>
    internal static string PathIn(string entry) => entry.Substring(0, PathLength);

    /// <summary>Whether a cache's folder was chosen by builds, not by <c>CopyOnWriteCachePath</c>.</summary>
    internal static bool IsDefaultFolder(string path) => Path.GetFileName(path) is var name
        && (name == DefaultFolder || (name == FolderInGit && IsGitFolder(Path.GetDirectoryName(path)!)));

    /// <summary>Each git folder has this file (gitrepository-layout), also of a bare repository, which may have any name.</summary>
    internal static bool IsGitFolder(string folder) => File.Exists(Path.Combine(folder, "HEAD"));

    internal static bool IsEntry(string name) => IsOne(name, Entry);

    internal static DateTime LastUseOf(FileInfo entry) => OrNever(() => entry.LastAccessTimeUtc);

    /// <summary>A file's time. File systems have years that .NET lacks: such a time counts as never.</summary>
    internal static DateTime OrNever(Func<DateTime> time)
    {
        try
        {
            return time();
        }
        catch (ArgumentOutOfRangeException)
        {
            return DateTime.MinValue;
        }
    }

    /// <summary>Whether the file is being made, or was left by a process that was killed.</summary>
    internal static bool IsUnfinished(string name) => TemporaryFiles.IsNameOfOne(name) || IsOne(name, Entry + New);

    private static bool IsOne(string name, string ending) =>
        name.Length == KeyLength + ending.Length
        && name.EndsWith(ending, StringComparison.Ordinal)
        && TemporaryFiles.IsHex(name, 0, Digits)
        && name[Digits] == '-'
        && TemporaryFiles.IsHex(name, PathLength, KeyLength - PathLength);
}
