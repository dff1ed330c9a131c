using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Measurement;

/// <summary>Asks the file system where files lie: the proof that a copy is a clone, which neither size nor content gives.</summary>
public static unsafe class Extents
{
    private const int ExtentsPerCall = 512;

    // ENOTTY: no such ioctl; EOPNOTSUPP: no ->fiemap in the file system (ioctl_fiemap in fs/ioctl.c); ENOSYS: a sandbox.
    private const int ENOTTY = 25;
    private const int ENOSYS = 38;
    private const int EOPNOTSUPP = 95;

    public static ExtentMap Read(string path)
    {
        if (!OperatingSystem.IsLinux() && !OperatingSystem.IsWindows())
        {
            return new ExtentMap([], ENOSYS, string.Empty);
        }

        using SafeFileHandle file = LinuxInterop.OpenToMeasure(path);
        var found = new List<Extent>();
        if (OperatingSystem.IsWindows())
        {
            int error = WindowsExtents.Read(file, path, found);
            return new ExtentMap(found, error, System.IO.Path.GetPathRoot(System.IO.Path.GetFullPath(path))!.ToUpperInvariant());
        }

        int errno = ReadAll(file, found);
        return errno is 0 or ENOTTY or ENOSYS or EOPNOTSUPP
            ? new ExtentMap(found, errno, FileSystemOf(file, path))
            : throw LinuxInterop.Failure("FS_IOC_FIEMAP", path, errno);
    }

    /// <summary>How many bytes of the disk both files use. 0 when they lie in different file systems.</summary>
    public static long BytesInCommon(string a, string b) => BytesInCommon(Read(a), Read(b));

    /// <inheritdoc cref="BytesInCommon(string, string)"/>
    public static long BytesInCommon(ExtentMap a, ExtentMap b) => a.FileSystem == b.FileSystem
        ? PhysicalRanges.Of(a.Extents).BytesInCommon(PhysicalRanges.Of(b.Extents))
        : 0;

    private static int ReadAll(SafeFileHandle file, List<Extent> found)
    {
        byte[] buffer = new byte[sizeof(LinuxInterop.FiemapHeader) + (ExtentsPerCall * sizeof(LinuxInterop.FiemapExtent))];
        fixed (byte* start = buffer)
        {
            var header = (LinuxInterop.FiemapHeader*)start;
            var extents = (LinuxInterop.FiemapExtent*)(header + 1);
            ulong from = 0;
            while (true)
            {
                // SYNC: data still in the page cache has no place yet, and shows up as DELALLOC, or on btrfs not at all.
                *header = new LinuxInterop.FiemapHeader
                {
                    Start = from,
                    Length = ulong.MaxValue - from,
                    Flags = LinuxInterop.FIEMAP_FLAG_SYNC,
                    ExtentCount = ExtentsPerCall,
                };
                if (LinuxInterop.IoctlPointer(file, LinuxInterop.FS_IOC_FIEMAP, start) != 0)
                {
                    return Marshal.GetLastPInvokeError();
                }

                for (uint i = 0; i < header->MappedExtents; i++)
                {
                    LinuxInterop.FiemapExtent got = extents[i];
                    found.Add(new Extent((long)got.Logical, (long)got.Physical, (long)got.Length, got.Flags));
                }

                if (header->MappedExtents == 0 || found[^1].IsLast)
                {
                    return 0;
                }

                from = (ulong)(found[^1].Logical + found[^1].Length);
            }
        }
    }

    /// <summary>
    /// btrfs gives every subvolume a device number of its own though they share blocks, so there the volume's id decides.
    /// </summary>
    private static string FileSystemOf(SafeFileHandle file, string path)
    {
        LinuxInterop.BtrfsInfo info = default;
        return LinuxInterop.IoctlPointer(file, LinuxInterop.BTRFS_IOC_FS_INFO, &info) == 0
            ? info.FileSystem.ToString()
            : FileStatus.OfTarget(path).Device;
    }
}
