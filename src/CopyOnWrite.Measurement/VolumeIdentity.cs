using System.Runtime.InteropServices;
using LinuxNative = CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Measurement;

/// <summary>
/// Identifies the volume of a file or folder, by the system's data and not by its path: the same text means one volume.
/// </summary>
public static class VolumeIdentity
{
    /// <summary>Follows links. btrfs gives every subvolume another number, though clones are possible between them.</summary>
    /// <exception cref="IOException">The system does not report it.</exception>
    public static string Of(string path) =>
        OperatingSystem.IsWindows() ? $"{WindowsVolume.At(path).Serial:X16}"
        : OperatingSystem.IsMacOS() ? OnMac(path)
        : OnLinux(path);

    private static string OnLinux(string path)
    {
        LinuxNative.Statx status = LinuxInterop.Status(path, 0);
        return $"{status.DeviceMajor}:{status.DeviceMinor}";
    }

    // The volume's own number: st_dev is the same for the system and the data volume, between which clones are impossible.
    private static string OnMac(string path)
    {
        var wanted = new MacInterop.AttributeSet { Common = MacInterop.ATTR_CMN_RETURNED_ATTRS | MacInterop.ATTR_CMN_DEVID };
        return MacInterop.TryGetAttributes(path, wanted, MacInterop.FSOPT_RETURN_REALDEV, out MacInterop.CloneReply reply)
            ? $"{reply.Device}"
            : throw LinuxInterop.Failure("getattrlist", path, Marshal.GetLastPInvokeError());
    }
}
