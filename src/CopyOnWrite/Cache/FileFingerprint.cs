namespace CopyOnWrite;

/// <summary>
/// A source's identity and state, in numbers that every system has. Two equal fingerprints are of one file with one content. On Linux the
/// change time moves with every change of content or attributes and no call sets it (inode(7)); on Windows a program can set it. The name
/// of the source's entry has all of it (<see cref="CacheFiles.EntryOf"/>).
/// </summary>
internal record struct FileFingerprint
{
    /// <summary>Linux: f_fsid or the device; Windows: the serial number.</summary>
    internal ulong Volume;

    /// <summary>The inode; on Windows with <see cref="FileEnd"/> the file ID.</summary>
    internal ulong File;
    internal ulong FileEnd;

    /// <summary>In bytes.</summary>
    internal long Length;

    /// <summary>The write time, in the system's unit, as <see cref="Changed"/>.</summary>
    internal long Written;
    internal long Changed;
}
