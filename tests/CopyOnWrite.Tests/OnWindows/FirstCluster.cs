namespace CopyOnWrite.Tests.OnWindows;

/// <summary>A file's first cluster on its volume: a clone begins at its source's.</summary>
internal static unsafe class FirstCluster
{
    // RETRIEVAL_POINTERS_BUFFER of winioctl.h with one extent: their number, the first cluster of the file, the cluster after the extent,
    // its place.
    private const uint FSCTL_GET_RETRIEVAL_POINTERS = 0x00090073;
    private const int Fields = 4;
    private const int Place = 3;
    private const int MoreExtents = 234;

    internal static bool VolumeClones(Win32Calls calls, string folder)
    {
        if (calls.CreateFile(
            folder,
            FILE_READ_ATTRIBUTES,
            FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
            OPEN_EXISTING,
            FILE_FLAG_BACKUP_SEMANTICS,
            out nint opened) != 0)
        {
            return false;
        }

        int error = calls.GetVolumeFlags(opened, out uint flags);
        calls.CloseHandle(opened);
        return error == 0 && (flags & FILE_SUPPORTS_BLOCK_REFCOUNTING) != 0;
    }

    internal static bool IsShared(Win32Calls calls, string path, string other) => Of(calls, path) is { } place && place == Of(calls, other);

    /// <summary>Null if the system does not report it, or the file has no cluster.</summary>
    private static long? Of(Win32Calls calls, string path)
    {
        if (calls.CreateFile(
            path, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, OPEN_EXISTING, 0, out nint file) != 0)
        {
            return null;
        }

        long from = 0;
        long* reply = stackalloc long[Fields];
        int error = calls.DeviceIoControl(file, FSCTL_GET_RETRIEVAL_POINTERS, &from, sizeof(long), reply, Fields * sizeof(long));
        calls.CloseHandle(file);

        // -1 is a hole. Wine answers 0 for every file where it does not know, and there the volume's own first cluster lies.
        return error is 0 or MoreExtents && reply[Place] > 0 ? reply[Place] : null;
    }
}
