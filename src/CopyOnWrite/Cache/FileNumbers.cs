namespace CopyOnWrite;

/// <summary>
/// A file's identity and state, in numbers that every system has. On Linux the change time moves with every change of
/// content or attributes and no call sets it (inode(7)); on Windows a program can set it, and no program the number in the
/// volume's change journal. Its fields are in the order of the cache's records.
/// </summary>
internal struct FileNumbers
{
    /// <summary>Linux: the device; Windows: the serial number.</summary>
    internal ulong Volume;
    internal ulong VolumeEnd;

    /// <summary>The inode; on Windows with <see cref="FileEnd"/> the file ID.</summary>
    internal ulong File;
    internal ulong FileEnd;

    /// <summary>In bytes.</summary>
    internal long Length;

    /// <summary>The write time, in the system's unit, as <see cref="Changed"/>.</summary>
    internal long Written;
    internal long Changed;

    /// <summary>A source's last record in the change journal (USN) on Windows; 0 without a journal.</summary>
    internal long Journal;

    internal readonly bool Is(in FileNumbers other) => Volume == other.Volume && VolumeEnd == other.VolumeEnd && IsInFolder(other);

    /// <summary>Ignores the volume's number, which may change at each mount: an entry lies beside its record.</summary>
    internal readonly bool IsInFolder(in FileNumbers other) =>
        File == other.File
        && FileEnd == other.FileEnd
        && Length == other.Length
        && Written == other.Written
        && Changed == other.Changed
        && Journal == other.Journal;
}
