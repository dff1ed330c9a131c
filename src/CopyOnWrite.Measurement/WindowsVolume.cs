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
        var calls = new Win32Calls();
        int error = OpenedFile.ForAttributes(calls, Path.GetFullPath(path), out nint file);
        if (error != 0)
        {
            throw LinuxInterop.Failure("CreateFile", path, error);
        }

        // FAT and old servers have no number in 64 bits, and no clones.
        using var opened = new OpenedFile(calls, file);
        Win32Native.FILE_ID_INFO id;
        bool hasId = calls.GetFileInformation(file, Win32Native.FileIdInfo, &id, sizeof(Win32Native.FILE_ID_INFO)) == 0;
        error = calls.GetVolumeFlags(file, out _, out string name);
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
}
