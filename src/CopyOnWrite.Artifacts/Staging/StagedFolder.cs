using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite.Artifacts;

/// <summary>A folder that files are staged from, and the one that they are staged to.</summary>
internal sealed class StagedFolder(FileCloner cloner, StagedItem item, string source, string destination)
{
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

    internal StagedItem Item { get; } = item;

    /// <summary>The files are where they are to be.</summary>
    internal bool IsOne { get; } = AreOne(cloner, source, destination);

    internal string Source { get; } = source;

    internal string Destination { get; } = destination;

    /// <summary>There was no such folder, so its files need no comparing.</summary>
    internal bool IsNew { get; set; }

    /// <summary>
    /// What is in the destination, by name, where a listing has lengths and times; else null, and each file is looked at.
    /// </summary>
    internal Dictionary<string, FolderEntry>? Listing { get; set; }
}

/// <summary>A file to stage.</summary>
/// <param name="CollidesIgnoringCase">Another file of the call has the same destination but for upper and lower case.</param>
internal readonly record struct FileToStage(StagedFolder Folders, FolderEntry Entry, bool CollidesIgnoringCase)
{
    internal string From => Path.Combine(Folders.Source, Entry.Name);

    internal string To => Path.Combine(Folders.Destination, Entry.Name);
}
