#if NET
using System;
using System.Collections.Generic;

namespace CopyOnWrite;

/// <summary>A folder of a tree that is cloned, and what is kept of its entries for another look.</summary>
/// <param name="path">Below the source; empty for the source itself.</param>
internal sealed class TreeFolder(string path)
{
    internal string Path { get; } = path;

    /// <summary>As it was when it was listed last.</summary>
    internal FileStat Seen { get; set; }

    /// <summary>Whether it is not in the clone.</summary>
    internal bool IsGone { get; set; }

    internal List<TreeFolder> Folders { get; } = [];

    internal List<SeenEntry> Entries { get; private set; } = [];

    internal void Add(TreeFolder folder)
    {
        lock (Folders)
        {
            Folders.Add(folder);
        }
    }

    /// <summary>Several threads clone the files of a large folder.</summary>
    internal void Add(List<SeenEntry> entries)
    {
        lock (Folders)
        {
            Entries.EnsureCapacity(Entries.Count + entries.Count);
            Entries.AddRange(entries);
        }
    }

    /// <summary>Takes the entries out, by the hashes of their names.</summary>
    internal Dictionary<ulong, SeenEntry> TakeEntries()
    {
        var seen = new Dictionary<ulong, SeenEntry>(Entries.Count);
        Entries.ForEach(entry => seen[entry.Name] = entry);
        Entries = [];
        return seen;
    }

    /// <summary>What is in a folder first.</summary>
    internal void ForEach(Action<TreeFolder> action)
    {
        Folders.ForEach(folder => folder.ForEach(action));
        if (!IsGone)
        {
            action(this);
        }
    }
}

/// <summary>An entry as it was when it was cloned, in 40 bytes: a tree may have a million.</summary>
/// <param name="Name">A hash of it; the names themselves are in both folders.</param>
/// <param name="Number">The file's, where it is sure; else 0.</param>
/// <param name="Done">What was done with it; nothing else is known of a folder.</param>
/// <param name="IsRecent">Whether its content may have changed since without another write time.</param>
internal readonly record struct SeenEntry(
    ulong Name, TreeEntryKind Done, EntryKind Kind, byte Why = 0, bool IsRecent = false, long Length = 0, long Ticks = 0, ulong Number = 0)
{
    internal bool IsOf(in FileStat now) => now.Length == Length && now.Modified.Ticks == Ticks && NumberOf(now) == Number;

    internal static ulong NumberOf(in FileStat seen) => seen.IsIdentitySure ? seen.Identity.Low ^ seen.Identity.High : 0;

    /// <summary>FNV-1a.</summary>
    internal static ulong HashOf(string name)
    {
        ulong hash = 14695981039346656037;
        foreach (char each in name)
        {
            hash = (hash ^ each) * 1099511628211;
        }

        return hash;
    }
}
#endif
