using Microsoft.Win32.SafeHandles;
using CopyOnWrite.Windows;

namespace CopyOnWrite.Measurement;

/// <summary>A file's clusters, which Windows reports to any user who may open the file; on ReFS with reference counts.</summary>
internal static unsafe class WindowsExtents
{
    private const int BufferBytes = 16 * 1024;

    /// <param name="counted">Whether to read reference counts, which only ReFS has.</param>
    internal static int Read(SafeFileHandle file, long clusterBytes, bool counted, List<Extent> found)
    {
        uint code = counted ? WindowsInterop.FSCTL_GET_RETRIEVAL_POINTERS_AND_REFCOUNT : Win32Native.FSCTL_GET_RETRIEVAL_POINTERS;
        byte[] reply = new byte[BufferBytes];
        long from = 0;
        while (true)
        {
            int error;
            fixed (byte* start = reply)
            {
                error = new Win32Calls().DeviceIoControl(file.DangerousGetHandle(), code, &from, sizeof(long), start, BufferBytes);
            }

            if (error is not 0 and not Win32Native.ERROR_MORE_DATA)
            {
                return error == Win32Native.ERROR_HANDLE_EOF ? 0 : error; // The former where nothing is allocated.
            }

            if (Parse(reply, clusterBytes, counted, found) is not { } next)
            {
                return WindowsInterop.ERROR_INVALID_DATA;
            }

            if (error == 0 || next <= from)
            {
                return 0;
            }

            from = next;
        }
    }

    /// <summary>The cluster after the last one of the reply; null where the reply has impossible places.</summary>
    internal static long? Parse(ReadOnlySpan<byte> reply, long clusterBytes, bool counted, List<Extent> found)
    {
        if (!MemoryMarshal.TryRead(reply, out WindowsInterop.RetrievalPointers header))
        {
            return null;
        }

        int size = counted ? sizeof(WindowsInterop.CountedExtent) : sizeof(WindowsInterop.PlacedExtent);
        ReadOnlySpan<byte> extents = reply[sizeof(WindowsInterop.RetrievalPointers)..];
        long vcn = header.StartingVcn;
        long end = long.MaxValue / clusterBytes;
        if (vcn < 0 || header.ExtentCount > extents.Length / size)
        {
            return null;
        }

        extents = extents[..((int)header.ExtentCount * size)];
        for (; extents.Length > 0; extents = extents[size..])
        {
            WindowsInterop.PlacedExtent extent = MemoryMarshal.Read<WindowsInterop.PlacedExtent>(extents);
            if (extent.NextVcn <= vcn || extent.NextVcn > end || extent.Lcn > end - (extent.NextVcn - vcn))
            {
                return null;
            }

            if (extent.Lcn >= 0)
            {
                uint flags = counted && MemoryMarshal.Read<WindowsInterop.CountedExtent>(extents).ReferenceCount > 1 ? Extent.Shared : 0;
                found.Add(new Extent(vcn * clusterBytes, extent.Lcn * clusterBytes, (extent.NextVcn - vcn) * clusterBytes, flags));
            }

            vcn = extent.NextVcn;
        }

        return vcn;
    }
}

/// <summary>Calls of Windows that the core lacks (winioctl.h, Windows SDK 10.0.26100); a test compares them with mingw-w64's.</summary>
internal static class WindowsInterop
{
    /// <summary>CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 244, METHOD_NEITHER, FILE_ANY_ACCESS).</summary>
    internal const uint FSCTL_GET_RETRIEVAL_POINTERS_AND_REFCOUNT = 0x903D3;

    /// <summary>CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 143, METHOD_BUFFERED, FILE_ANY_ACCESS).</summary>
    internal const uint FSCTL_QUERY_PERSISTENT_VOLUME_STATE = 0x9023C;

    internal const uint PERSISTENT_VOLUME_STATE_DEV_VOLUME = 0x2000;

    /// <summary>"set only when PERSISTENT_VOLUME_STATE_DEV_VOLUME is set" (winioctl.h).</summary>
    internal const uint PERSISTENT_VOLUME_STATE_TRUSTED_VOLUME = 0x4000;

    internal const int ERROR_INVALID_DATA = 13;

    [StructLayout(LayoutKind.Sequential)]
    internal struct FILE_FS_PERSISTENT_VOLUME_INFORMATION
    {
        internal uint VolumeFlags, FlagMask, Version, Reserved;
    }

    /// <summary>RETRIEVAL_POINTERS_BUFFER and RETRIEVAL_POINTERS_AND_REFCOUNT_BUFFER, without their extents.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    internal struct RetrievalPointers
    {
        [FieldOffset(0)] internal uint ExtentCount;
        [FieldOffset(8)] internal long StartingVcn;
    }

    /// <summary>The element of the former, with which that of the latter begins. A Lcn of -1 is a hole.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct PlacedExtent
    {
        internal long NextVcn, Lcn;
    }

    /// <summary>The element of the latter; a count of 1 is not shared ([MS-FSCC] 2.3.34.1).</summary>
    [StructLayout(LayoutKind.Explicit, Size = 24)]
    internal struct CountedExtent
    {
        [FieldOffset(0)] internal PlacedExtent Placed;
        [FieldOffset(16)] internal uint ReferenceCount;
    }
}
