using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>The capabilities of a volume, queried by an open handle, which works for drives, mount folders and UNC paths alike.</summary>
/// <param name="asked">When it was: <see cref="Win32Calls.SystemTime"/>.</param>
internal sealed class VolumeInfo(ulong serial, uint flags, bool isRefs, uint clusterSize, bool isRemote, long asked)
{
    private const long BelievedFor = 5 * TimeSpan.TicksPerMinute;

    internal readonly ulong Serial = serial;

    /// <summary>
    /// The rules for sources in memory, clusters and the end of file are ReFS's; another file system with the flag has others, and its own
    /// faults (openzfsonwindows/openzfs issue 485: zeros).
    /// </summary>
    internal readonly bool Clones = (flags & FILE_SUPPORTS_BLOCK_REFCOUNTING) != 0 && clusterSize > 0 && !isRemote && isRefs;

    /// <summary>Whether a rename replaces files that others have open and share for deletion (ReFS: Windows 11, not Server 2022).</summary>
    internal volatile bool RenamesByPosix = (flags & FILE_SUPPORTS_POSIX_UNLINK_RENAME) != 0;
    internal readonly bool HasStreams = (flags & FILE_NAMED_STREAMS) != 0;
    internal readonly bool HasExtendedAttributes = (flags & FILE_SUPPORTS_EXTENDED_ATTRIBUTES) != 0;

    /// <summary>In bytes.</summary>
    internal readonly uint ClusterSize = clusterSize;

    /// <summary>Whether it is another machine's, where none is cloned explicitly: the clock here cannot date the server's times.</summary>
    internal readonly bool IsRemote = isRemote;

    /// <summary>The number of copies that must share nothing with their sources: Windows may copy one file for another reason.</summary>
    internal const int EnoughApart = 3;

    // A file may have no cluster yet.
    private const int MostCompared = 8;

    private int _compared;
    private int _apart;

    /// <summary>Whether the answer is recent (see <see cref="Refusals"/>): processes live for days, filters and policies change.</summary>
    internal bool IsBelieved(long now) => Math.Abs(now - asked) < BelievedFor;

    /// <summary>Whether it is still undecided if the system's own copy clones here.</summary>
    internal bool IsSystemCopyToCompare => _compared < MostCompared;

    /// <summary>Whether it does not, though this version of Windows clones: behind a filter, by a policy, or in an image.</summary>
    internal bool SystemCopyOnlyCopies => _apart >= EnoughApart;

    /// <summary>Notes the answer for a file, null where there was none. If two threads lose a count, one more file is compared.</summary>
    internal void Compared(bool? shares)
    {
        _apart += shares == false ? 1 : 0;
        _compared = shares == true || SystemCopyOnlyCopies ? MostCompared : _compared + 1;
    }
}
