using System;
using System.Collections.Generic;

namespace CopyOnWrite;

/// <summary>How files are cloned or copied on one operating system. Paths are absolute. Safe for concurrent use.</summary>
public interface ICopyStrategy
{
    /// <summary>
    /// Whether the destination is a plain file with the source's exact modification time (to 100 ns, a tick of
    /// <see cref="System.DateTime"/>) and length: the built-in task's test for "unchanged". Links are not followed, as there.
    /// </summary>
    /// <param name="folders">One that <see cref="NewFolderMemory"/> of this strategy gave, for many files one after the other.</param>
    bool IsUnchanged(string source, string destination, FolderMemory? folders = null);

    /// <summary>The same of a file that has one name in both folders, for many files of the folders one after the other.</summary>
    bool IsUnchanged(string sourceFolder, string destinationFolder, string name, FolderMemory folders);

    FolderMemory NewFolderMemory();

    /// <summary>Adds what is in the folder, in no order. When false, <paramref name="why"/> is the system's sentence.</summary>
    bool TryList(string folder, ICollection<FolderEntry> entries, out string? why);

    /// <summary>Looks at what the path leads to, links followed. False when there is nothing, or it cannot be looked at.</summary>
    bool TryLookAt(string path, out SeenFile seen);

    /// <summary>
    /// Makes the destination a file of its own with the source's content, permission bits and times; an existing destination is
    /// replaced in one step. On <see cref="OutcomeKind.NotHandled"/> the destination is as it was before.
    /// </summary>
    /// <param name="cache">One that <see cref="NewCache"/> of this strategy gave; null to do without.</param>
    /// <param name="policy">Null for <see cref="ClonePolicy.Default"/>.</param>
    FileOutcome Copy(string source, string destination, CloneCache? cache = null, ClonePolicy? policy = null);

    /// <summary>Whether several threads make more files than one on the volume of this existing file, where nothing is waited for.</summary>
    bool MakesFilesAtOnce(string destination);

    /// <summary>The clone source cache for the files of one call; null where this strategy has none.</summary>
    /// <param name="findFolder">The folder, absolute; null for none. Asked once, when the first file needs it.</param>
    CloneCache? NewCache(Func<string?> findFolder);

    /// <summary>By the system's numbers, which on btrfs differ for subvolumes of one volume. False when either cannot be asked.</summary>
    bool AreOnOneVolume(string path, string other);

    /// <summary>Keeps the cache in this folder within its bounds (<see cref="CachePruning"/>). Never throws.</summary>
    void PruneCache(string folder, long maximumBytes, TimeSpan maximumAge);
}
