using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite.Artifacts;

/// <summary>A folder that files are staged from, and the one that they are staged to.</summary>
internal sealed class StagedFolder(FileCloner cloner, StagedItem item, string source, string destination)
{
    /// <summary>
    /// Whether paths that differ in case are one folder. The volume decides and not the system: a Mac may have a volume that
    /// distinguishes case, and Windows a folder.
    /// </summary>
    internal static bool AreOne(FileCloner cloner, string path, string other) =>
        path == other
        || (path.Equals(other, StringComparison.OrdinalIgnoreCase)
            && cloner.TryStat(path, out FileSnapshot here)
            && cloner.TryStat(other, out FileSnapshot there)
            && here.Identity.Equals(there.Identity));

    internal StagedItem Item { get; } = item;

    /// <summary>The files are at their destination already.</summary>
    internal bool IsOne { get; } = AreOne(cloner, source, destination);

    internal string Source { get; } = source;

    internal string Destination { get; } = destination;

    /// <summary>Whether the folder was missing, so its files need no comparing.</summary>
    internal bool IsNew { get; set; }

    /// <summary>
    /// The destination's entries by name, where a listing has lengths and times; null where each file is checked instead.
    /// </summary>
    internal Dictionary<string, FolderEntry>? Listing { get; set; }
}

/// <summary>A file to stage.</summary>
/// <param name="CollidesIgnoringCase">Another file of the call has a destination that differs only in case.</param>
internal readonly record struct FileToStage(StagedFolder Folders, FolderEntry Entry, bool CollidesIgnoringCase)
{
    internal string From => Path.Combine(Folders.Source, Entry.Name);

    internal string To => Path.Combine(Folders.Destination, Entry.Name);
}
