using System.Runtime.InteropServices;

namespace CopyOnWrite.Measurement;

/// <summary>getattrlist(2), by Apple's headers of macOS 14, .NET 10's oldest, with which a test compares it. Not run on a Mac.</summary>
internal static unsafe class MacInterop
{
    internal const ushort ATTR_BIT_MAP_COUNT = 5;

    internal const uint ATTR_CMN_DEVID = 0x2;
    internal const uint FSOPT_RETURN_REALDEV = 0x200;

    /// <summary>The volume's own number: the system and the data volume have one st_dev, and no clones between them.</summary>
    internal static string DeviceOf(string path)
    {
        var list = new AttributeList { BitmapCount = ATTR_BIT_MAP_COUNT, Wanted = new AttributeSet { Common = ATTR_CMN_DEVID } };
        return getattrlist(LinuxInterop.Terminated(path), list, out DeviceReply reply, (nuint)sizeof(DeviceReply), FSOPT_RETURN_REALDEV) == 0
            ? $"{reply.Device}"
            : throw LinuxInterop.Failure("getattrlist", path, Marshal.GetLastPInvokeError());
    }

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int getattrlist(byte[] path, in AttributeList wanted, out DeviceReply reply, nuint replyLength, uint options);

    [StructLayout(LayoutKind.Sequential)]
    internal struct AttributeList
    {
        internal ushort BitmapCount;
        internal ushort Reserved;
        internal AttributeSet Wanted;
    }

    /// <summary>attribute_set_t, with which struct attrlist ends.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct AttributeSet
    {
        internal uint Common;
        internal uint Volume;
        internal uint Folder;
        internal uint File;
        internal uint Fork;
    }

    /// <summary>A length, and the attribute (getattrlist(2), ATTRIBUTE BUFFER).</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct DeviceReply
    {
        internal uint Length;
        internal int Device;
    }
}
