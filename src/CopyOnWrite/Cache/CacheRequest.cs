namespace CopyOnWrite;

/// <summary>An open source on another volume than its destination, for which the cache is asked.</summary>
/// <param name="Path">The source's path, and <paramref name="Hash"/> its hash.</param>
internal readonly record struct CacheRequest(
    string Path, ulong Hash, nint File, FileFingerprint Fingerprint, CacheDestination Destination)
{
    /// <summary>The name of the source's entry.</summary>
    internal string Entry => CacheFiles.EntryOf(Hash, Fingerprint);
}
