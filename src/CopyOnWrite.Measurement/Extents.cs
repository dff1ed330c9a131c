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

    /// <summary>With what the file system says of sharing: on Windows ReFS alone.</summary>
    public static ExtentMap Read(string path) => Read(path, counted: true);

    /// <summary>How many bytes of the disk both files use. 0 when they lie in different file systems.</summary>
    public static long BytesInCommon(string a, string b) => BytesToldInCommon(a, b) ?? 0;

    /// <summary>The same; null where the file system does not tell. On a Mac it tells of whole files only, by their clone ids.</summary>
    public static long? BytesToldInCommon(string a, string b)
    {
        if (OperatingSystem.IsMacOS())
        {
            return MacClone.BytesInCommon(MacClone.Read(a), MacClone.Read(b), FileStatus.OfTarget(a).Length);
        }

        ExtentMap one = Read(a, counted: false);
        ExtentMap other = Read(b, counted: false);
        return one.Supported && other.Supported ? BytesInCommon(one, other) : null;
    }

    /// <inheritdoc cref="BytesInCommon(string, string)"/>
    public static long BytesInCommon(ExtentMap a, ExtentMap b) => a.FileSystem == b.FileSystem
        ? PhysicalRanges.Of(a.Extents).BytesInCommon(PhysicalRanges.Of(b.Extents))
        : 0;

    private static ExtentMap Read(string path, bool counted)
    {
        if (!OperatingSystem.IsLinux() && !OperatingSystem.IsWindows())
        {
            return new ExtentMap([], ENOSYS, string.Empty);
        }

        using SafeFileHandle file = LinuxInterop.OpenToMeasure(path);
        var found = new List<Extent>();
        if (OperatingSystem.IsWindows())
        {
            WindowsVolume volume = WindowsVolume.Of(file, path);
            int error = WindowsExtents.Read(file, volume.ClusterBytes, counted, found);
            return new ExtentMap(found, error, $"{volume.Serial:X16}");
        }

        int errno = ReadAll(file, found);
        return errno is 0 or ENOTTY or ENOSYS or EOPNOTSUPP
            ? new ExtentMap(found, errno, FileSystemOf(file, path))
            : throw LinuxInterop.Failure("FS_IOC_FIEMAP", path, errno);
    }

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
            : VolumeIdentity.Of(path);
    }
}
