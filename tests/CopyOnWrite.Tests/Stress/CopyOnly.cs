using System;
using System.Collections.Generic;

namespace CopyOnWrite.Tests.Stress;

/// <summary>A strategy of which nothing but a copy is asked.</summary>
internal abstract class CopyOnly : ICopyStrategy
{
    public abstract FileOutcome Copy(string source, string destination, CloneCache? cache = null, ClonePolicy? policy = null);

    public bool IsUnchanged(string source, string destination, FolderMemory? folders = null) => throw new NotSupportedException();

    public bool IsUnchanged(string sourceFolder, string destinationFolder, string name, FolderMemory folders) => throw new NotSupportedException();

    public FolderMemory NewFolderMemory() => throw new NotSupportedException();

    public bool TryList(string folder, ICollection<FolderEntry> entries, out string? why) => throw new NotSupportedException();

    public bool TryLookAt(string path, out SeenFile seen) => throw new NotSupportedException();

    public bool MakesFilesAtOnce(string destination) => throw new NotSupportedException();

    public CloneCache? NewCache(Func<string?> findFolder) => throw new NotSupportedException();

    public bool AreOnOneVolume(string path, string other) => throw new NotSupportedException();

    public void PruneCache(string folder, long maximumBytes, TimeSpan maximumAge) => throw new NotSupportedException();
}
