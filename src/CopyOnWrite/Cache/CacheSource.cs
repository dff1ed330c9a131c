namespace CopyOnWrite;

/// <summary>
/// A source's identity and state, in numbers that every system has. Two equal fingerprints are of one file with one content. On Linux the
/// change time moves with every change of content or attributes and no call sets it (inode(7)); on Windows a program can set it. The name
/// of the source's entry has all of it (<see cref="CacheFiles.EntryOf"/>).
/// </summary>
/// <param name="Volume">Linux: f_fsid or the device; Windows: the serial number.</param>
/// <param name="File">The inode; on Windows with <paramref name="FileEnd"/> the file ID.</param>
/// <param name="Length">In bytes.</param>
/// <param name="Written">The write time, in the system's unit, as <paramref name="Changed"/>.</param>
internal readonly record struct FileFingerprint(ulong Volume, ulong File, ulong FileEnd, long Length, long Written, long Changed);

/// <summary>A source on another volume than its destination, as it was when its call opened it.</summary>
/// <param name="Path">After the call the current folder may be another, so an entry is made only of an absolute one.</param>
/// <param name="PathHash">The path's; on Windows the same in upper and lower case.</param>
internal sealed record CacheSource(string Path, ulong PathHash, FileFingerprint Fingerprint)
{
    internal string Entry => CacheFiles.EntryOf(PathHash, Fingerprint);

    /// <summary>Change times come in ticks (10 ms; whole seconds on old file systems): a new file may change without a trace.</summary>
    private const int SettledSeconds = 2;

    /// <summary>The folder of the cache to which the source is added, as the call named it.</summary>
    internal string Folder { get; init; } = string.Empty;

    /// <param name="changed">In seconds since 1970.</param>
    internal static bool IsSettled(long changed) => changed + SettledSeconds < DateTimeOffset.UtcNow.ToUnixTimeSeconds();
}

/// <summary>The place that a file will be cloned to.</summary>
/// <param name="Folder">On Linux, for subvolumes of btrfs: its folder's path, encoded. Read during the call only.</param>
internal readonly record struct CacheDestination(ulong Volume, byte[]? Folder = null);
