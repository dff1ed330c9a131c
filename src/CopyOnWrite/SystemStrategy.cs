using System;
using System.Collections.Generic;
using System.IO;

namespace CopyOnWrite;

/// <summary>Makes nothing itself and looks at files by .NET: where there is no other strategy, or none that does without clones.</summary>
internal sealed class SystemStrategy : ICopyStrategy
{
    public bool IsUnchanged(string source, string destination, FolderMemory? folders = null) =>
        TryLookAt(source, out SeenFile here)
        && TryLookAt(destination, out SeenFile there)
        && here.Kind == EntryKind.File
        && there.Kind == EntryKind.File
        && here.Length == there.Length
        && here.Modified == there.Modified;

    public bool IsUnchanged(string sourceFolder, string destinationFolder, string name, FolderMemory folders) =>
        IsUnchanged(Path.Combine(sourceFolder, name), Path.Combine(destinationFolder, name));

    public FolderMemory NewFolderMemory() => new NoFolderMemory();

    public bool TryList(string folder, ICollection<FolderEntry> entries, out string? why) => SystemListing.TryList(folder, entries, out why);

    public bool TryLookAt(string path, out SeenFile seen)
    {
        try
        {
            // Known by its path alone: one file under two names is two here.
            var identity = new FileIdentity(0, unchecked((ulong)path.GetHashCode()), (ulong)path.Length);
            var file = new FileInfo(path);
            bool isFolder = !file.Exists && Directory.Exists(path);
            seen = isFolder ? new SeenFile(EntryKind.Folder, 0, Directory.GetLastWriteTimeUtc(path), identity)
                : file.Exists ? new SeenFile(EntryKind.File, file.Length, file.LastWriteTimeUtc, identity)
                : default;
            return isFolder || file.Exists;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            seen = default;
            return false;
        }
    }

    public FileOutcome Copy(string source, string destination, CloneCache? cache = null, ClonePolicy? policy = null) =>
        FileOutcome.NotHandled(Reason.CloningNotAskedFor);

    public bool MakesFilesAtOnce(string destination) => true;

    public CloneCache? NewCache(Func<string?> findFolder) => null;

    public bool AreOnOneVolume(string path, string other) => false;

    public void PruneCache(string folder, long maximumBytes, TimeSpan maximumAge)
    {
        // No cache, nothing to prune.
    }
}
