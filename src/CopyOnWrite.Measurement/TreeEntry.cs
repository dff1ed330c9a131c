namespace CopyOnWrite.Measurement;

public enum TreeEntryKind
{
    File,
    SymbolicLink,
    Folder,
}

/// <summary>One file, link or folder of a <see cref="TreeSnapshot"/>.</summary>
/// <param name="Path">Relative to the tree's root, with '/'.</param>
/// <param name="Sha256">Of a file's content, in hexadecimal; empty for other kinds.</param>
/// <param name="LinkTarget">As the link has it; null for other kinds.</param>
/// <param name="Mode">The permission bits, with setuid, setgid and sticky; 0 on Windows.</param>
/// <param name="ModifiedNanoseconds">Since 1970.</param>
public sealed record TreeEntry(
    string Path, TreeEntryKind Kind, long Length, string Sha256, string? LinkTarget, int Mode, long ModifiedNanoseconds)
{
    /// <summary>
    /// Whether the mtime surely was set by a program and did not just come about by writing. Writing sets mtime and ctime to one value;
    /// futimens(2) sets the mtime only, and ctime to the time of the call. Where ctime is unknown, every mtime passes for one that was set.
    /// </summary>
    internal bool HasSetMtime { get; init; }
}
