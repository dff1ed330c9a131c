using System.Runtime.InteropServices;
using LinuxNative = CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Measurement;

/// <summary>
/// Which volume a file or folder lies on, by what the system says of it and not by its path: two have the same text when it is one volume.
/// </summary>
public static class VolumeIdentity
{
    /// <summary>Of a link's target. btrfs gives every subvolume a number of its own, though clones are possible between them.</summary>
    /// <exception cref="IOException">The system does not say.</exception>
    public static string Of(string path) =>
        OperatingSystem.IsWindows() ? $"{WindowsVolume.At(path).Serial:X16}"
        : OperatingSystem.IsMacOS() ? OnMac(path)
        : OnLinux(path);

    private static string OnLinux(string path)
    {
        LinuxNative.Statx status = LinuxInterop.Status(path, 0);
        return $"{status.DeviceMajor}:{status.DeviceMinor}";
    }

    // The volume's own number: st_dev does not tell the system's volume from the data volume, and no clone goes from one to the other.
    private static string OnMac(string path)
    {
        var wanted = new MacInterop.AttributeSet { Common = MacInterop.ATTR_CMN_DEVID };
        return MacInterop.TryGetAttributes(path, wanted, MacInterop.FSOPT_RETURN_REALDEV, out MacInterop.DeviceReply reply)
            ? $"{reply.Device}"
            : throw LinuxInterop.Failure("getattrlist", path, Marshal.GetLastPInvokeError());
    }
}
