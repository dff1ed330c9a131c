using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace CopyOnWrite.Artifacts.Tests;

/// <summary>A folder that takes Readme.txt and README.txt for one, made of one that does not.</summary>
internal sealed class CaseBlindVolume(ICopyStrategy strategy, string root) : ICopyStrategy
{
    public bool TryLookAt(string path, out SeenFile seen) => strategy.TryLookAt(Known(path), out seen);

    public bool TryList(string folder, ICollection<FolderEntry> entries, out string? why) => strategy.TryList(Known(folder), entries, out why);

    public bool IsUnchanged(string source, string destination, FolderMemory? folders = null) => strategy.IsUnchanged(source, Known(destination));

    public FileOutcome Copy(string source, string destination, CloneCache? cache = null, ClonePolicy? policy = null) =>
        strategy.Copy(source, Known(destination), cache, policy);

    public bool IsUnchanged(string sourceFolder, string destinationFolder, string name, FolderMemory folders) =>
        IsUnchanged(Path.Combine(sourceFolder, name), Path.Combine(destinationFolder, name));

    public FolderMemory NewFolderMemory() => strategy.NewFolderMemory();

    public bool MakesFilesAtOnce(string destination) => strategy.MakesFilesAtOnce(Known(destination));

    public CloneCache? NewCache(Func<string?> findFolder) => null;

    public bool AreOnOneVolume(string path, string other) => strategy.AreOnOneVolume(path, other);

    public void PruneCache(string folder, long maximumBytes, TimeSpan maximumAge)
    {
        // There is no cache.
    }

    /// <summary>The path with each part in the spelling that it was made with.</summary>
    private string Known(string path)
    {
        if (!path.StartsWith(root + Path.DirectorySeparatorChar, StringComparison.OrdinalIgnoreCase))
        {
            return path;
        }

        string known = root;
        foreach (string part in path[(root.Length + 1)..].Split(Path.DirectorySeparatorChar))
        {
            string? there = Directory.Exists(known)
                ? Directory.EnumerateFileSystemEntries(known).Select(Path.GetFileName).FirstOrDefault(name => part.Equals(name, StringComparison.OrdinalIgnoreCase))
                : null;
            known = Path.Combine(known, there ?? part);
        }

        return known;
    }
}
