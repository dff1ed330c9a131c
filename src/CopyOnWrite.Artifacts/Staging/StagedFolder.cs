using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite.Artifacts;

/// <summary>A folder that files are staged from, and the one that they are staged to.</summary>
internal sealed class StagedFolder
{
    internal StagedFolder(FileCloner cloner, StagedItem item, string source, string destination)
    {
        Item = item;
        Source = source;
        Destination = destination;
        IsOne = AreOne(cloner, source, destination);
    }

    /// <summary>
    /// Whether two paths are one folder though they differ in case. The volume is asked and not the system: a Mac may have a volume that
    /// tells them apart, and Windows a folder.
    /// </summary>
    internal static bool AreOne(FileCloner cloner, string path, string other) =>
        path == other
        || (path.Equals(other, StringComparison.OrdinalIgnoreCase)
            && cloner.TryStat(path, out FileSnapshot here)
            && cloner.TryStat(other, out FileSnapshot there)
            && here.Identity.Equals(there.Identity));

    internal StagedItem Item { get; }

    /// <summary>The files are where they are to be.</summary>
    internal bool IsOne { get; }

    internal string Source { get; }

    internal string Destination { get; }

    /// <summary>There was no such folder, so its files need no comparing.</summary>
    internal bool IsNew { get; set; }

    /// <summary>
    /// What is in the destination, by name, where a listing has lengths and times; else null, and each file is looked at.
    /// </summary>
    internal Dictionary<string, FolderEntry>? Listing { get; set; }

    internal string SourceOf(string name) => Path.Combine(Source, name);

    internal string DestinationOf(string name) => Path.Combine(Destination, name);
}

/// <summary>A file to stage.</summary>
internal readonly struct FileToStage
{
    internal readonly StagedFolder Folders;
    internal readonly FolderEntry Entry;

    /// <summary>Another file of the call has the same destination but for upper and lower case.</summary>
    internal readonly bool CollidesIgnoringCase;

    internal FileToStage(StagedFolder folders, FolderEntry entry, bool collides)
    {
        Folders = folders;
        Entry = entry;
        CollidesIgnoringCase = collides;
    }

    internal string From => Folders.SourceOf(Entry.Name);

    internal string To => Folders.DestinationOf(Entry.Name);
}
