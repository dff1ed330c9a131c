using System;
using System.IO;
using System.Runtime.InteropServices;

namespace CopyOnWrite.Measurement;

/// <summary>
/// Which volume a file or folder lies on, by what the system says of it and not by its path: two have the same text when it is one volume.
/// </summary>
public static unsafe class VolumeIdentity
{
    /// <summary>Of a link's target. btrfs gives every subvolume a number of its own, though clones are possible between them.</summary>
    /// <exception cref="IOException">The system does not say.</exception>
    public static string Of(string path) =>
        OperatingSystem.IsWindows() ? $"{WindowsVolume.At(path).Serial:X16}"
        : OperatingSystem.IsMacOS() ? OnMac(path)
        : OnLinux(path);

    private static string OnLinux(string path)
    {
        LinuxInterop.StatxBuffer buffer;
        return LinuxInterop.Statx(LinuxInterop.AT_FDCWD, path, 0, 0, &buffer) == 0
            ? $"{buffer.DeviceMajor}:{buffer.DeviceMinor}"
            : throw LinuxInterop.Failure("statx", path, Marshal.GetLastPInvokeError());
    }

    // The volume's own number: st_dev does not tell the system's volume from the data volume, and no clone goes from one to the other.
    private static string OnMac(string path)
    {
        var wanted = new MacInterop.AttrList
        {
            BitmapCount = MacInterop.ATTR_BIT_MAP_COUNT,
            Wanted = new() { Common = MacInterop.ATTR_CMN_DEVID },
        };
        MacInterop.DeviceReply reply;
        return MacInterop.GetAttrList(path, &wanted, &reply, (nuint)sizeof(MacInterop.DeviceReply), MacInterop.FSOPT_RETURN_REALDEV) == 0
            ? $"{reply.Device}"
            : throw LinuxInterop.Failure("getattrlist", path, Marshal.GetLastPInvokeError());
    }
}
