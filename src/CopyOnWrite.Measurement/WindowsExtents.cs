using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Measurement;

/// <summary>A file's clusters with their reference counts, which ReFS tells anyone who may open the file.</summary>
internal static unsafe class WindowsExtents
{
    private const int BufferBytes = 16 * 1024;

    /// <summary>The system's error; 0 when the file system tells.</summary>
    internal static int Read(SafeFileHandle file, string path, List<Extent> found)
    {
        string root = Path.GetPathRoot(Path.GetFullPath(path))!;
        uint sectors;
        uint bytes;
        uint unused;
        if (WindowsInterop.GetDiskFreeSpace(root, &sectors, &bytes, &unused, &unused) == 0)
        {
            return Marshal.GetLastPInvokeError();
        }

        byte[] reply = new byte[BufferBytes];
        long from = 0;
        while (true)
        {
            uint length;
            int error;
            fixed (byte* start = reply)
            {
                bool done = WindowsInterop.DeviceIoControl(
                    file, WindowsInterop.FSCTL_GET_RETRIEVAL_POINTERS_AND_REFCOUNT, &from, sizeof(long), start, BufferBytes, &length, null) != 0;
                error = done ? 0 : Marshal.GetLastPInvokeError();
            }

            if (error == WindowsInterop.ERROR_HANDLE_EOF)
            {
                return 0;    // Nothing allocated.
            }

            if (error is not 0 and not WindowsInterop.ERROR_MORE_DATA)
            {
                return error;
            }

            long next = Parse(reply, (long)sectors * bytes, found);
            if (error == 0 || next <= from)
            {
                return 0;
            }

            from = next;
        }
    }

    /// <summary>The cluster after the last one of the reply.</summary>
    internal static long Parse(ReadOnlySpan<byte> reply, long clusterBytes, List<Extent> found)
    {
        WindowsInterop.RefcountHeader header = MemoryMarshal.Read<WindowsInterop.RefcountHeader>(reply);
        ReadOnlySpan<WindowsInterop.RefcountExtent> extents =
            MemoryMarshal.Cast<byte, WindowsInterop.RefcountExtent>(reply[sizeof(WindowsInterop.RefcountHeader)..])[..(int)header.ExtentCount];
        long vcn = header.StartingVcn;
        foreach (WindowsInterop.RefcountExtent extent in extents)
        {
            if (extent.Lcn >= 0)
            {
                uint flags = extent.ReferenceCount > 1 ? Extent.Shared : 0;
                found.Add(new Extent(vcn * clusterBytes, extent.Lcn * clusterBytes, (extent.NextVcn - vcn) * clusterBytes, flags)
                {
                    References = (int)extent.ReferenceCount,
                });
            }

            vcn = extent.NextVcn;
        }

        return vcn;
    }
}
