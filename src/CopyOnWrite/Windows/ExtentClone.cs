using System;
using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Gives a new, empty file the blocks of another. The rules are those of the page "Block cloning" (Win32) and [MS-FSA] 2.1.5.10.4: one
/// volume, offsets and lengths in clusters, the destination as long as the range, the same integrity setting (else it is refused), no
/// sparse source into a dense destination.
/// </summary>
internal static unsafe class ExtentClone
{
    // A region has to stay below 4 GiB; this is a whole number of clusters of any size.
    private const long MostAtOnce = 1L << 31;

    /// <summary>Clones the extents. Sparse afterwards (<see cref="MakeDense"/>); after an error the content is undefined.</summary>
    /// <returns>0, or the error.</returns>
    internal static int Fill(Win32Calls calls, nint source, long length, nint destination, uint clusterSize)
    {
        // Sparse first, so that setting the length allocates no clusters that the clone frees at once.
        int error = calls.DeviceIoControl(destination, FSCTL_SET_SPARSE, null, 0, null, 0);
        error = error != 0 ? error : calls.SetFileInformation(destination, FileEndOfFileInfo, &length, sizeof(long));

        // The last region reaches to the end of its cluster: a range that ends within one is refused.
        long end = (length + clusterSize - 1) / clusterSize * clusterSize;
        return error != 0 ? error : Duplicate(calls, source, destination, end);
    }

    /// <summary>
    /// CopyFile's destination is dense when its source is; a sparse one is left alone by defragmentation and counted differently by tools.
    /// </summary>
    internal static int MakeDense(Win32Calls calls, nint file)
    {
        byte setSparse = 0; // FILE_SET_SPARSE_BUFFER
        return calls.DeviceIoControl(file, FSCTL_SET_SPARSE, &setSparse, sizeof(byte), null, 0);
    }

    /// <summary>Clones from the start, region by region: 0, or the error. The length is in whole clusters.</summary>
    private static int Duplicate(Win32Calls calls, nint source, nint destination, long length)
    {
        const uint Code = FSCTL_DUPLICATE_EXTENTS_TO_FILE;
        int error = 0;
        for (long done = 0; done < length && error == 0; done += MostAtOnce)
        {
            var region = new DUPLICATE_EXTENTS_DATA
            {
                FileHandle = source,
                SourceFileOffset = done,
                TargetFileOffset = done,
                ByteCount = Math.Min(length - done, MostAtOnce),
            };
            error = calls.DeviceIoControl(destination, Code, &region, sizeof(DUPLICATE_EXTENTS_DATA), null, 0);
            if (error == ERROR_NO_SYSTEM_RESOURCES)
            {
                error = calls.DeviceIoControl(destination, Code, &region, sizeof(DUPLICATE_EXTENTS_DATA), null, 0);
            }
        }

        return error;
    }
}
