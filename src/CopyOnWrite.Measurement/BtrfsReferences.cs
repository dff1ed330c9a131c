using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Measurement;

/// <summary>
/// Counts the references to an extent's first block. btrfs answers only root (btrfs_ioctl_logical_to_ino in fs/btrfs/ioctl.c).
/// </summary>
public static unsafe class BtrfsReferences
{
    // btrfs takes up to 16 MiB for the second version of the call; what does not fit is counted as missed.
    private const int BufferBytes = 64 * 1024;

    private const int ENOENT = 2;

    // A reference is three numbers: inode, offset, subvolume.
    private const int NumbersPerReference = 3;

    /// <summary>
    /// The references, with the file's own, so 1 is not shared. Null where the kernel does not report it: on other file systems, and to
    /// users other than root.
    /// </summary>
    public static int? Count(string path, Extent extent)
    {
        if (!OperatingSystem.IsLinux() || !extent.HasPlace)
        {
            return null;
        }

        using SafeFileHandle file = LinuxInterop.OpenToMeasure(path);
        byte[] buffer = new byte[BufferBytes];
        fixed (byte* start = buffer)
        {
            var arguments = new LinuxInterop.BtrfsLogicalIno
            {
                Logical = (ulong)extent.Physical,
                Size = BufferBytes,
                Inodes = (ulong)start,
            };
            bool found = LinuxInterop.Ioctl(file, LinuxInterop.BTRFS_IOC_LOGICAL_INO_V2, &arguments) == 0;
            if (!found && Marshal.GetLastPInvokeError() == ENOENT && LinuxInterop.SyncFileSystem(file) == 0)
            {
                // An extent that was written since the last commit is not in the extent tree yet.
                found = LinuxInterop.Ioctl(file, LinuxInterop.BTRFS_IOC_LOGICAL_INO_V2, &arguments) == 0;
            }

            return found ? Parse(buffer) : null;
        }
    }

    internal static int? Parse(ReadOnlySpan<byte> reply) => MemoryMarshal.TryRead(reply, out LinuxInterop.BtrfsDataContainer found)
        ? (int)Math.Min(int.MaxValue, ((long)found.Elements + found.ElementsMissed) / NumbersPerReference)
        : null;
}

/// <summary>
/// Looks each extent's references up once, however many files share it: the kernel walks all of them for an answer, and 5,000 clones of
/// a file have 5,000 references.
/// </summary>
public sealed class ReferenceCounts
{
    private readonly Dictionary<(string, long), int?> _counts = [];

    /// <summary>The extents that were looked up.</summary>
    public int Lookups => _counts.Count;

    /// <inheritdoc cref="BtrfsReferences.Count"/>
    public int? Of(string path, ExtentMap map, Extent extent)
    {
        if (extent.References is { } reported)
        {
            return reported;
        }

        if (!extent.HasPlace)
        {
            return null;
        }

        (string, long) key = (map.FileSystem, extent.Physical);
        if (!_counts.TryGetValue(key, out int? count))
        {
            _counts.Add(key, count = BtrfsReferences.Count(path, extent));
        }

        return count;
    }
}
