using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;
using Win32Native = CopyOnWrite.Windows.Win32Native;
using Win32Path = CopyOnWrite.Windows.Win32Path;

namespace CopyOnWrite.Measurement;

/// <summary>
/// The volume of a file or folder. It is read by handle, as a path's root is on another volume where a volume is
/// mounted in a folder, or a link leads to another one.
/// </summary>
/// <param name="Serial">Identifies the volume, but a copy of a virtual disk has the same.</param>
/// <param name="FileSystem">"NTFS", "ReFS".</param>
public sealed unsafe record WindowsVolume(ulong Serial, string FileSystem, long ClusterBytes, long FreeBytes, long TotalBytes)
{
    public static WindowsVolume At(string path)
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
        uint size = (uint)sizeof(WindowsInterop.FILE_FS_PERSISTENT_VOLUME_INFORMATION);
        uint returned;
        return Win32Native.DeviceIoControl(
            opened.DangerousGetHandle(), WindowsInterop.FSCTL_QUERY_PERSISTENT_VOLUME_STATE,
            &state, size, &state, size, &returned, null) != 0
            ? DevDriveStateOf(state.VolumeFlags)
            : DevDriveState.Unknown;
    }

    internal static DevDriveState DevDriveStateOf(uint flags) =>
        (flags & WindowsInterop.PERSISTENT_VOLUME_STATE_DEV_VOLUME) == 0 ? DevDriveState.NoDevDrive
            : (flags & WindowsInterop.PERSISTENT_VOLUME_STATE_TRUSTED_VOLUME) == 0 ? DevDriveState.Untrusted
            : DevDriveState.Trusted;

    private static SafeFileHandle Open(string path)
    {
        var opened = new SafeFileHandle(
            Win32Native.CreateFileW(
                Win32Path.ForCalls(Path.GetFullPath(path)),
                Win32Native.FILE_READ_ATTRIBUTES,
                Win32Native.FILE_SHARE_READ | Win32Native.FILE_SHARE_WRITE | Win32Native.FILE_SHARE_DELETE,
                null,
                Win32Native.OPEN_EXISTING,
                Win32Native.FILE_FLAG_BACKUP_SEMANTICS, // Opens folders too.
                0),
            ownsHandle: true);
        return opened.IsInvalid ? throw WindowsInterop.Failure("CreateFile", path, Marshal.GetLastPInvokeError()) : opened;
    }

    internal static WindowsVolume Of(SafeFileHandle opened, string path)
    {
        nint file = opened.DangerousGetHandle();

        // FAT and old servers have only the short serial number.
        Win32Native.FILE_ID_INFO id;
        bool hasId = Win32Native.GetFileInformationByHandleEx(
            file, Win32Native.FileIdInfo, &id, (uint)sizeof(Win32Native.FILE_ID_INFO)) != 0;
        char* name = stackalloc char[Win32Path.MaximumLengthWithoutPrefix + 1];
        uint serial = 0;
        if (Win32Native.GetVolumeInformationByHandleW(
            file, null, 0, hasId ? null : &serial, null, out _, name, Win32Path.MaximumLengthWithoutPrefix + 1) == 0)
        {
            throw WindowsInterop.Failure("GetVolumeInformationByHandle", path, Marshal.GetLastPInvokeError());
        }

        Win32Native.FILE_FS_SIZE_INFORMATION size;
        Win32Native.IO_STATUS_BLOCK status;
        int answer = Win32Native.NtQueryVolumeInformationFile(
            file, &status, &size, (uint)sizeof(Win32Native.FILE_FS_SIZE_INFORMATION), Win32Native.FileFsSizeInformation);
        if (answer < 0)
        {
            throw WindowsInterop.Failure("NtQueryVolumeInformationFile", path, (int)Win32Native.RtlNtStatusToDosError(answer));
        }

        long cluster = (long)size.SectorsPerAllocationUnit * size.BytesPerSector;
        return new WindowsVolume(
            hasId ? id.VolumeSerialNumber : serial, new string(name), cluster, size.AvailableAllocationUnits * cluster,
            size.TotalAllocationUnits * cluster);
    }
}
