namespace CopyOnWrite;

/// <summary>
/// A system's calls for the cross-volume cache. They give 0, the system's error number, or <see cref="CacheError.OfThisFile"/>. Names are
/// those of files in the open folder, so that nothing is made or removed elsewhere if another user puts a link in its place; a link of the
/// name itself is not followed, nor a pipe waited for. Only listings go by the folder's path (<see cref="CacheFolder.List"/>).
/// </summary>
internal interface ICacheSystem
{
    /// <summary>Opens a folder that is no link, to read also with a problem of trust. Null without a problem: nothing there.</summary>
    /// <param name="makes">Whether a missing one is made, that no other user can write to.</param>
    CacheProblem OpenFolder(string path, bool makes, out CacheFolder? folder, out int error);

    /// <summary>Tries, or asks the volume, whether files in this folder can share blocks with the destination.</summary>
    CacheProblem CanShareBlocks(string folder, in CacheDestination destination, out int error);

    /// <summary>The reason why clones from the cache's volume to the destination are known to fail; makes no call.</summary>
    Reason WhyNot(ulong volume, in CacheDestination destination);

    /// <summary>Opens a source to read, with its fingerprint. Links are followed.</summary>
    /// <param name="letsOthersWrite">Windows: whether other programs may write to it meanwhile; then its numbers are not final.</param>
    bool TryOpenSource(string path, bool letsOthersWrite, out nint file, out FileFingerprint source);

    /// <summary>
    /// The reason against an entry of the open source: <see cref="Reason.DifferentVolumesTooNew"/> if it may become one later.
    /// </summary>
    Reason WhyNotAdded(nint file, in FileFingerprint source);

    /// <summary>
    /// Opens the source's entry to read, and notes its use as its access time. False for what only looks like an entry: one that another
    /// user can have written, that is not read-only, or that lacks the source's length or write time.
    /// </summary>
    bool TryOpenEntry(CacheFolder folder, string name, in FileFingerprint source, out nint entry);

    void Close(nint file);

    /// <summary>Closes and removes a file that <see cref="Create"/> has made.</summary>
    void Discard(CacheFolder folder, nint file, string name);

    /// <summary>Creates a file to write, which <see cref="Remove"/> keeps until it is closed. OfThisFile where the name is taken.</summary>
    int Create(CacheFolder folder, string name, out nint file);

    /// <summary>Copies all that a clone of the entry must have. The content is on the disk afterwards.</summary>
    int Copy(nint source, CacheFolder folder, nint made, long length);

    int Write(nint file, byte[] content);

    /// <summary>Gives the open file its final name, and replaces a file of that name.</summary>
    /// <param name="source">Of an entry, which gets the source's write time and becomes read-only.</param>
    int Publish(CacheFolder folder, nint file, string from, string to, FileFingerprint? source);

    /// <summary>Removes a file; whether the name is free then. Keeps folders, and unfinished files that living processes make.</summary>
    bool Remove(CacheFolder folder, string name);

    /// <summary>The folder's volume in bytes. An unknown total is the largest number.</summary>
    bool TryGetSpace(CacheFolder folder, out ulong available, out ulong total);
}

internal static class CacheError
{
    /// <summary>An error of one file: missing, in use, unreadable, its name taken, or the folder deleted.</summary>
    internal const int OfThisFile = -1;
}
