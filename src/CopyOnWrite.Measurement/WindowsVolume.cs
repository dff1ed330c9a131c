using Microsoft.Win32.SafeHandles;
using CopyOnWrite.Windows;

namespace CopyOnWrite.Measurement;

/// <summary>Whether a volume is a Dev Drive, and whether an administrator of this machine trusts it.</summary>
public enum DevDriveState
{
    /// <summary>Windows does not answer: versions before Windows 11 22H2 have no Dev Drives.</summary>
    Unknown,

    NoDevDrive,
    Untrusted,
    Trusted,
}

/// <summary>
/// The volume of a file or folder. It is read by handle, as a path's root is on another volume where a volume is
/// mounted in a folder, or a link leads to another one.
/// </summary>
public static unsafe class WindowsVolume
{
    internal static Volume At(string path)
    {
        using SafeFileHandle opened = Open(path);
        return Of(opened, path);
    }

    /// <summary>Needs no administrator's rights, unlike `fsutil devdrv query`, whose words are in the system's language.</summary>
    public static DevDriveState DevDriveStateOf(string path)
    {
        using SafeFileHandle opened = Open(path);
        var state = new WindowsInterop.FILE_FS_PERSISTENT_VOLUME_INFORMATION
        {
            FlagMask = WindowsInterop.PERSISTENT_VOLUME_STATE_DEV_VOLUME | WindowsInterop.PERSISTENT_VOLUME_STATE_TRUSTED_VOLUME,
            Version = 1,
        };
        int size = sizeof(WindowsInterop.FILE_FS_PERSISTENT_VOLUME_INFORMATION);
        int error = new Win32Calls().DeviceIoControl(
            opened.DangerousGetHandle(), WindowsInterop.FSCTL_QUERY_PERSISTENT_VOLUME_STATE, &state, size, &state, size);
        return error == 0 ? DevDriveStateOf(state.VolumeFlags) : DevDriveState.Unknown;
    }

    internal static DevDriveState DevDriveStateOf(uint flags) =>
        (flags & WindowsInterop.PERSISTENT_VOLUME_STATE_DEV_VOLUME) == 0 ? DevDriveState.NoDevDrive
            : (flags & WindowsInterop.PERSISTENT_VOLUME_STATE_TRUSTED_VOLUME) == 0 ? DevDriveState.Untrusted
            : DevDriveState.Trusted;

    internal static Volume Of(SafeFileHandle opened, string path)
    {
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

        long cluster = size.ClusterBytes;
        return new Volume(
            path, name, size.AvailableAllocationUnits * cluster, size.TotalAllocationUnits * cluster, cluster,
            hasId ? $"{id.VolumeSerialNumber:X16}" : Path.GetPathRoot(Path.GetFullPath(path))!);
    }

    private static SafeFileHandle Open(string path)
    {
        int error = OpenedFile.ForAttributes(new Win32Calls(), Path.GetFullPath(path), out nint handle);
        return error == 0 ? new SafeFileHandle(handle, ownsHandle: true) : throw LinuxInterop.Failure("CreateFile", path, error);
    }
}
