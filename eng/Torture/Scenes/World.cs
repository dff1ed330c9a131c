using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using CopyOnWrite.Measurement;

namespace CopyOnWrite.Torture.Scenes;

/// <summary>
/// The folder of a project, made anew for each point under one path: temporary names come from a destination's path, so that a point is the same call
/// each time.
/// </summary>
internal sealed class World(string folder, string sources)
{
    internal const string Out = "out";
    internal const string Again = "again";
    private const string Cache = ".copyonwrite-cache";

    private static readonly Regex s_cacheFile = new(@"^([0-9a-f]{16}\.(entry|record)|CACHEDIR\.TAG|\.gitignore|last-pruned)$");
    private static readonly string[] s_own = ["Directory.Build.props", Out, Again, Cache, "manifest.json"];

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

    /// <summary>A file that is another than the source and older.</summary>
    internal void PutOld(string relative)
    {
        string path = PathOf(relative);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        byte[] content = new byte[50_000];
        new Random(99).NextBytes(content);
        File.WriteAllBytes(path, content);
        File.SetLastWriteTimeUtc(path, new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
    }

    internal TreeSnapshot? Snapshot(string name) => Directory.Exists(PathOf(name)) ? TreeSnapshot.Take(PathOf(name)) : null;

    internal string? Manifest => File.Exists(PathOf("manifest.json")) ? File.ReadAllText(PathOf("manifest.json")) : null;

    /// <summary>What no build is to leave: temporary files, claims, entries that are not whole, and what nobody knows.</summary>
    internal IReadOnlyList<string> Leftovers()
    {
        var all = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 };
        var left = new List<string>();
        foreach (string path in Directory.EnumerateFileSystemEntries(folder, "*", all))
        {
            string relative = Path.GetRelativePath(folder, path);
            string name = Path.GetFileName(path);
            bool inCache = relative.StartsWith(Cache + "/", StringComparison.Ordinal);
            if (name.StartsWith(".cow-", StringComparison.Ordinal)
                || (inCache && !s_cacheFile.IsMatch(name))
                || (inCache && name.EndsWith(".entry", StringComparison.Ordinal) && !File.Exists(Path.ChangeExtension(path, ".record")))
                || (!relative.Contains('/') && !s_own.Contains(name)))
            {
                left.Add(relative);
            }
        }

        return left;
    }

    /// <summary>Entries that no source has the content of.</summary>
    internal IEnumerable<string> WrongEntries()
    {
        if (!Directory.Exists(PathOf(Cache)))
        {
            return [];
        }

        byte[][] contents = [.. Sources.Lengths.Keys.Select(name => File.ReadAllBytes(SourceOf(name)))];
        return Directory.EnumerateFiles(PathOf(Cache), "*.entry")
            .Where(entry => File.Exists(Path.ChangeExtension(entry, ".record")) && !contents.Any(content => File.ReadAllBytes(entry).AsSpan().SequenceEqual(content)))
            .Select(entry => $"the cache's {Path.GetFileName(entry)} is no source's content");
    }
}
