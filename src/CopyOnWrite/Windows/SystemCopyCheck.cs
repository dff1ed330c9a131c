using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Compares the first copy that the system makes on a volume with its source: a version of Windows whose copy clones does not do so behind
/// a filter, by a policy, or in an image. There, files are cloned explicitly.
/// </summary>
internal static unsafe class SystemCopyCheck
{
    /// <summary>Whether the copy shares its source's blocks, asked once for a volume; true where the system does not tell.</summary>
    internal static bool Shares(IWindowsCalls calls, string source, string copy, VolumeInfo volume)
    {
        if (!volume.IsSystemCopyCompared)
        {
            volume.IsSystemCopyCompared = true;
            volume.SystemCopyOnlyCopies =
                TryGetFirstCluster(calls, source, out long from) && TryGetFirstCluster(calls, copy, out long to) && from != to;
        }

        return !volume.SystemCopyOnlyCopies;
    }

    /// <summary>False also where no cluster is allocated: a hole, or content in the file's record.</summary>
    private static bool TryGetFirstCluster(IWindowsCalls calls, string path, out long cluster)
    {
        // RETRIEVAL_POINTERS_BUFFER: ExtentCount, StartingVcn, and of the first extent NextVcn and Lcn, which is -1 for a hole.
        const int Count = 0, Lcn = 3, Size = 4;
        long* reply = stackalloc long[Size];
        long start = 0;
        cluster = -1;
        if (OpenedFile.ForAttributes(calls, path, out nint file) != 0)
        {
            return false;
        }

        // More extents than fit give ERROR_MORE_DATA.
        int error = calls.DeviceIoControl(file, FSCTL_GET_RETRIEVAL_POINTERS, &start, sizeof(long), reply, Size * sizeof(long));
        calls.CloseHandle(file);
        cluster = reply[Lcn];
        return error is 0 or ERROR_MORE_DATA && (uint)reply[Count] > 0 && cluster >= 0;
    }
}
