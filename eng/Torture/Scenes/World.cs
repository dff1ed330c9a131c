namespace CopyOnWrite.Torture.Scenes;

/// <summary>
/// The folder of a project, created again for each point under one path: temporary names come from a destination's path, so that a point is
/// the same call each time.
/// </summary>
internal sealed class World(string folder, string sources)
{
    internal const string Out = "out";
    internal const string Again = "again";
    internal const string Cache = ".copyonwrite-cache";

    private static readonly Regex s_cacheFile = new(@"^([0-9a-f]{16}-[0-9a-f]+\.entry|CACHEDIR\.TAG|\.gitignore)$");
    private static readonly string[] s_own = ["Directory.Build.props", Out, Again, Cache];

    internal string Folder => folder;

    internal string SourceFolder => sources;

    internal string PathOf(string relative) => Path.Combine(folder, relative);

    internal string SourceOf(string name) => Path.Combine(sources, name);

    internal void Clear()
    {
        if (Directory.Exists(folder))
        {
            Directory.Delete(folder, recursive: true);
        }

        Directory.CreateDirectory(folder);
        File.WriteAllText(PathOf("Directory.Build.props"), "<Project />\n");
    }

    /// <summary>Makes a file older than and different from the source.</summary>
    internal void PutOld(string relative)
    {
        string path = PathOf(relative);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        byte[] content = new byte[50_000];
        new Random(99).NextBytes(content);
        File.WriteAllBytes(path, content);
        File.SetLastWriteTimeUtc(path, new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
    }

    /// <summary>
    /// What a target with Inputs and Outputs takes for done, and is not: files no older than their source, with another content.
    /// </summary>
    internal IEnumerable<string> TakenForDone()
    {
        IReadOnlyDictionary<string, TreeEntry> originals = TreeSnapshot.Take(sources).Entries;
        return (Snapshot(Out)?.Entries.Values ?? [])
            .Where(file => originals.GetValueOrDefault(file.Path) is { } source
                && file.ModifiedNanoseconds >= source.ModifiedNanoseconds
                && file.Sha256 != source.Sha256)
            .Select(file => $"a part of {file.Path}, {file.Length} bytes, is newer than its source");
    }

    /// <summary>A snapshot without temporary files, which are <see cref="Leftovers"/>.</summary>
    internal TreeSnapshot? Snapshot(string name) =>
        Directory.Exists(PathOf(name)) ? TreeSnapshot.Take(PathOf(name), path => !IsTemporary(Path.GetFileName(path))) : null;

    /// <summary>Files that no build may leave: temporary files, incomplete entries, and unknown files.</summary>
    internal IReadOnlyList<string> Leftovers()
    {
        var all = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 };
        return [.. Directory.EnumerateFileSystemEntries(folder, "*", all)
            .Select(path => Path.GetRelativePath(folder, path))
            .Where(relative => IsTemporary(Path.GetFileName(relative))
                || (relative.StartsWith(Cache + "/", StringComparison.Ordinal) && !s_cacheFile.IsMatch(Path.GetFileName(relative)))
                || (!relative.Contains('/') && !s_own.Contains(relative)))];
    }

    private static bool IsTemporary(string name) => name.StartsWith(".cow-", StringComparison.Ordinal);

    internal IEnumerable<string> CacheFiles(string pattern) =>
        Directory.Exists(PathOf(Cache)) ? Directory.EnumerateFiles(PathOf(Cache), pattern) : [];

    /// <summary>Entries whose content is not that of a source.</summary>
    internal IEnumerable<string> WrongEntries()
    {
        byte[][] contents = [.. Directory.EnumerateFiles(sources, "*", SearchOption.AllDirectories).Select(File.ReadAllBytes)];
        return CacheFiles("*.entry")
            .Where(entry => !contents.Any(content => File.ReadAllBytes(entry).AsSpan().SequenceEqual(content)))
            .Select(entry => $"the cache's {Path.GetFileName(entry)} is no source's content");
    }
}
