using Microsoft.Win32.SafeHandles;
using LinuxNative = CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Measurement;

/// <summary>Asks the file system where files lie: the proof that a copy is a clone, which neither size nor content gives.</summary>
public static unsafe class Extents
{
    private const int ExtentsPerCall = 512;

    /// <summary>Reads the map with the file system's own flags of sharing, which on Windows only ReFS has.</summary>
    public static ExtentMap Read(string path) => Read(path, counted: true);

    /// <summary>The bytes of the disk that both files use; 0 on different file systems.</summary>
    public static long BytesInCommon(string a, string b) => BytesInCommonOrNull(a, b) ?? 0;

    /// <summary>The bytes of the disk that both files use; null where unknown, as on a Mac: APFS has no call for it.</summary>
    public static long? BytesInCommonOrNull(string a, string b)
    {
        ExtentMap one = Read(a, counted: false);
        ExtentMap other = Read(b, counted: false);
        return one.Supported && other.Supported ? BytesInCommon(one, other) : null;
    }

    public static long BytesInCommon(ExtentMap a, ExtentMap b) => a.FileSystem == b.FileSystem
        ? a.Ranges.BytesInCommon(b.Ranges)
        : 0;

    private static ExtentMap Read(string path, bool counted)
    {
        if (!OperatingSystem.IsLinux() && !OperatingSystem.IsWindows())
        {
            return new ExtentMap([], LinuxNative.ENOSYS, string.Empty);
        }

        // Without a lock: .NET takes flock for any other sharing, and measuring must not disturb a running build.
        using SafeFileHandle file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        var found = new List<Extent>();
        if (OperatingSystem.IsWindows())
        {
            Volume volume = Volume.OfWindows(path, out long clusterBytes);
            int error = WindowsExtents.Read(file, clusterBytes, counted, found);
            return new ExtentMap(found, error, volume.Identity);
        }

        int errno = ReadAll(reply => Ask(file, reply), found);

        // ENOTTY: no such ioctl; EOPNOTSUPP: no ->fiemap in the file system (ioctl_fiemap in fs/ioctl.c); ENOSYS: a sandbox.
        return errno is 0 or LinuxNative.ENOTTY or LinuxNative.ENOSYS or LinuxNative.EOPNOTSUPP
            ? new ExtentMap(found, errno, FileSystemOf(file, path))
            : throw LinuxInterop.Failure("FS_IOC_FIEMAP", path, errno);
    }

    /// <param name="ask">Replaces a question by its answer; gives the errno.</param>
    internal static int ReadAll(Func<byte[], int> ask, List<Extent> found)
    {
        const ulong End = long.MaxValue;
        byte[] buffer = new byte[sizeof(LinuxInterop.FiemapHeader) + (ExtentsPerCall * sizeof(LinuxInterop.FiemapExtent))];
        ulong from = 0;
        while (true)
        {
            // SYNC: data still in the page cache has no place yet, and is reported as DELALLOC, or on btrfs not at all.
            var question = new LinuxInterop.FiemapHeader
            {
                Start = from, Length = ulong.MaxValue - from, Flags = LinuxInterop.FIEMAP_FLAG_SYNC, ExtentCount = ExtentsPerCall,
            };
            MemoryMarshal.Write(buffer, question);
            if (ask(buffer) is var errno and not 0)
            {
                return errno;
            }

            uint mapped = Math.Min(MemoryMarshal.Read<LinuxInterop.FiemapHeader>(buffer).MappedExtents, ExtentsPerCall);
            Span<byte> reply = buffer.AsSpan(sizeof(LinuxInterop.FiemapHeader));
            ulong began = from;
            uint flags = 0;
            foreach (LinuxInterop.FiemapExtent got in MemoryMarshal.Cast<byte, LinuxInterop.FiemapExtent>(reply)[..(int)mapped])
            {
                var extent = new Extent((long)got.Logical, (long)got.Physical, (long)got.Length, got.Flags);
                bool isPossible = got.Length <= End && got.Logical <= End - got.Length
                    && (!extent.HasPlace || got.Physical <= End - got.Length);
                if (!isPossible)
                {
                    return LinuxNative.EIO;
                }

                // Extents come in the file's order (fiemap.rst). One that begins in a range already covered is skipped, so that no byte
                // counts twice: a file may be written to between two questions.
                if (got.Length > 0 && got.Logical >= from)
                {
                    found.Add(extent);
                    from = got.Logical + got.Length;
                }

                flags = got.Flags;
            }

            // An answer with nothing new would be given again to the same question.
            if ((flags & Extent.Last) != 0 || from == began)
            {
                return 0;
            }
        }
    }

    private static int Ask(SafeFileHandle file, byte[] reply)
    {
        fixed (byte* start = reply)
        {
            return LinuxInterop.Ioctl(file, LinuxNative.FS_IOC_FIEMAP, start) == 0 ? 0 : Marshal.GetLastPInvokeError();
        }
    }

    /// <summary>Subvolumes of btrfs share blocks, so its volume id is used.</summary>
    private static string FileSystemOf(SafeFileHandle file, string path)
    {
        LinuxInterop.BtrfsInfo info = default;
        return LinuxInterop.Ioctl(file, LinuxInterop.BTRFS_IOC_FS_INFO, &info) == 0
            ? info.FileSystem.ToString()
            : Volume.DeviceOf(path);
    }
}
