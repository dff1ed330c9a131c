namespace CopyOnWrite;

/// <summary>
/// Makes entries. An entry is copied from its source, never cloned from a destination, which other users may be able to write to. It has
/// another name until its content is on the disk: that unfinished file also keeps other processes from making the same entry.
/// </summary>
internal sealed class EntryMaker(ICacheSystem system)
{
    // Bytes left free for what builds write meanwhile; less on a small volume.
    private const ulong SpaceLeft = 1UL << 30;
    private const ulong PartLeft = 16;

    /// <summary>
    /// Adds the source, unless it has changed or there is an entry. Does nothing where the tag is gone: then the folder is being deleted. A
    /// file made now would be left over, and a program that deletes the folder would find it "not empty".
    /// </summary>
    /// <returns>0 when an entry was made; else <see cref="CacheError.OfThisFile"/>, or the folder's error.</returns>
    internal int Add(CacheSource source)
    {
        using CacheFolder? folder = CacheFolder.OpenExisting(system, source.Folder);
        bool adds = folder is not null
            && system.WhyNot(folder.Volume, new CacheDestination(folder.Volume)) == Reason.None
            && !Has(folder, source)
            && HasSpaceFor(folder, source.Fingerprint.Length); // The next call reports a lack of space (CloneCache).
        return adds
            ? folder!.MakeFile(source.Entry + CacheFiles.New, source.Entry, made => Fill(folder, source, made), source.Fingerprint)
            : CacheError.OfThisFile;
    }

    /// <summary>Whether the folder's volume has space for a file, and for what builds write meanwhile.</summary>
    internal static bool HasSpaceFor(CacheFolder folder, long length) =>
        !folder.Calls.TryGetSpace(folder, out ulong available, out ulong total)
        || available >= (ulong)length + Math.Min(SpaceLeft, total / PartLeft);

    private int Fill(CacheFolder folder, CacheSource source, nint made)
    {
        // Without the lock that File.Copy takes, and sharing everything: a program that opens the file for itself after the call must not
        // fail. That the file changes meanwhile shows in its fingerprint: then the copy may mix old and new content.
        if (!system.TryOpenSource(source.Path, letsOthersWrite: true, out nint file, out FileFingerprint now))
        {
            return CacheError.OfThisFile;
        }

        int error = now == source.Fingerprint ? system.Copy(file, folder, made, now.Length) : CacheError.OfThisFile;
        system.Close(file);

        // What only has the entry's name makes way now.
        return error != 0 ? error
            : IsUnchanged(source) && folder.HasTag() && system.Remove(folder, source.Entry) ? 0
            : CacheError.OfThisFile;
    }

    private bool Has(CacheFolder folder, CacheSource source)
    {
        bool has = system.TryOpenEntry(folder, source.Entry, source.Fingerprint, out nint entry);
        if (has)
        {
            system.Close(entry);
        }

        return has;
    }

    /// <summary>Whether it is as its call copied it. Opened without sharing writes: on Windows only then its numbers are final.</summary>
    private bool IsUnchanged(CacheSource source)
    {
        if (!system.TryOpenSource(source.Path, letsOthersWrite: false, out nint file, out FileFingerprint now))
        {
            return false;
        }

        system.Close(file);
        return now == source.Fingerprint;
    }
}
