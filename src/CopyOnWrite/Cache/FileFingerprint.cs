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
