using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// Whether the system's own copy clones, which its version promises and the first copy on a volume has to prove: where it does not, files
/// are cloned explicitly.
/// </summary>
internal sealed unsafe partial class WindowsWorker
{
    private bool SystemCopyClones(VolumeInfo volume) => cloner.SystemCopyClones && !volume.SystemCopyOnlyCopies;

    /// <summary>Asked once for a volume; true where the system does not tell.</summary>
    private bool SystemCopyShares(string source, string copy, VolumeInfo volume)
    {
        if (!volume.IsSystemCopyCompared)
        {
            volume.IsSystemCopyCompared = true;
            volume.SystemCopyOnlyCopies = TryGetFirstCluster(source, out long from) && TryGetFirstCluster(copy, out long to) && from != to;
        }

        return !volume.SystemCopyOnlyCopies;
    }

    /// <summary>False also where no cluster is allocated: a hole, or content in the file's record.</summary>
    private bool TryGetFirstCluster(string path, out long cluster)
    {
        // RETRIEVAL_POINTERS_BUFFER: ExtentCount, StartingVcn, and of the first extent NextVcn and Lcn, which is -1 for a hole.
        const int Count = 0, Lcn = 3, Size = 4;
        long* reply = stackalloc long[Size];
        long start = 0;
        int error = _calls.CreateFile(
            path, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, OPEN_EXISTING, 0, out nint file);
        if (error == 0)
        {
            error = _calls.DeviceIoControl(file, FSCTL_GET_RETRIEVAL_POINTERS, &start, sizeof(long), reply, Size * sizeof(long));
            _calls.CloseHandle(file);
        }

        // More extents than fit give ERROR_MORE_DATA.
        cluster = reply[Lcn];
        return error is 0 or ERROR_MORE_DATA && (uint)reply[Count] > 0 && cluster >= 0;
    }
}
