using Microsoft.Win32.SafeHandles;
using CopyOnWrite.Windows;

namespace CopyOnWrite.Measurement;

/// <summary>
/// The volume of a file or folder. It is read by handle, as a path's root is on another volume where a volume is
/// mounted in a folder, or a link leads to another one.
/// </summary>
internal static unsafe class WindowsVolume
{
    internal static Volume At(string path, out long clusterBytes)
    {
        using SafeFileHandle opened = Open(path);
        nint file = opened.DangerousGetHandle();

        // FAT and old servers have no number in 64 bits, and no clones.
        var calls = new Win32Calls();
        Win32Native.FILE_ID_INFO id;
        bool hasId = calls.GetFileInformation(file, Win32Native.FileIdInfo, &id, sizeof(Win32Native.FILE_ID_INFO)) == 0;
        int error = calls.GetVolumeFlags(file, out _, out string name);
        Win32Native.FILE_FS_SIZE_INFORMATION size = default;
        error = error != 0 ? error : calls.GetVolumeSize(file, out size);
        if (error != 0)
        {
            throw LinuxInterop.Failure("Reading the volume of", path, error);
        }

        clusterBytes = size.ClusterBytes;
        return new Volume(
            path, name, size.AvailableAllocationUnits * clusterBytes, size.TotalAllocationUnits * clusterBytes,
            hasId ? $"{id.VolumeSerialNumber:X16}" : Path.GetPathRoot(Path.GetFullPath(path))!);
    }

    private static SafeFileHandle Open(string path)
    {
        int error = OpenedFile.ForAttributes(new Win32Calls(), Path.GetFullPath(path), out nint handle);
        return error == 0 ? new SafeFileHandle(handle, ownsHandle: true) : throw LinuxInterop.Failure("CreateFile", path, error);
    }
}
