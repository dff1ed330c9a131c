using CopyOnWrite.Windows;

namespace CopyOnWrite.Measurement;

/// <summary>Dev Drives, which an administrator of this machine trusts or not.</summary>
public static unsafe class DevDrive
{
    /// <summary>
    /// Whether the Dev Drive that the path is on is trusted. Null on any other volume, and where Windows does not answer, as before Windows
    /// 11 22H2. Needs no administrator's rights, unlike `fsutil devdrv query`, whose words are in the system's language.
    /// </summary>
    public static bool? IsTrusted(string path)
    {
        var calls = new Win32Calls();
        if (OpenedFile.ForAttributes(calls, Path.GetFullPath(path), out nint file) != 0)
        {
            return null;
        }

        using var opened = new OpenedFile(calls, file);
        var state = new WindowsInterop.FILE_FS_PERSISTENT_VOLUME_INFORMATION
        {
            FlagMask = WindowsInterop.PERSISTENT_VOLUME_STATE_DEV_VOLUME | WindowsInterop.PERSISTENT_VOLUME_STATE_TRUSTED_VOLUME,
            Version = 1,
        };
        int size = sizeof(WindowsInterop.FILE_FS_PERSISTENT_VOLUME_INFORMATION);
        return calls.DeviceIoControl(file, WindowsInterop.FSCTL_QUERY_PERSISTENT_VOLUME_STATE, &state, size, &state, size) == 0
            ? IsTrusted(state.VolumeFlags) : null;
    }

    internal static bool? IsTrusted(uint flags) => (flags & WindowsInterop.PERSISTENT_VOLUME_STATE_DEV_VOLUME) == 0 ? null
        : (flags & WindowsInterop.PERSISTENT_VOLUME_STATE_TRUSTED_VOLUME) != 0;
}
