using System.Runtime.InteropServices;

namespace CopyOnWrite.Measurement;

/// <summary>getattrlist(2), by Apple's headers of macOS 14, .NET 10's oldest, with which a test compares it. Not run on a Mac.</summary>
internal static unsafe class MacInterop
{
    internal const ushort ATTR_BIT_MAP_COUNT = 5;

    internal const uint ATTR_CMN_DEVID = 0x2;
    internal const uint ATTR_CMN_FLAGS = 0x40000;
    internal const uint ATTR_CMN_RETURNED_ATTRS = 0x80000000;
    internal const uint ATTR_FILE_DATAALLOCSIZE = 0x400;

    // These replace the fork attributes when FSOPT_ATTR_CMN_EXTENDED is set.
    internal const uint ATTR_CMNEXT_PRIVATESIZE = 0x8;
    internal const uint ATTR_CMNEXT_CLONEID = 0x100;
    internal const uint ATTR_CMNEXT_CLONE_REFCNT = 0x1000;

    internal const uint FSOPT_ATTR_CMN_EXTENDED = 0x20;
    internal const uint FSOPT_RETURN_REALDEV = 0x200;

    internal const uint UF_COMPRESSED = 0x20;

    /// <summary>The volume's own number: the system and the data volume have one st_dev, and no clones between them.</summary>
    internal static string DeviceOf(string path)
    {
        var wanted = new AttributeSet { Common = ATTR_CMN_RETURNED_ATTRS | ATTR_CMN_DEVID };
        return TryGetAttributes(path, wanted, FSOPT_RETURN_REALDEV, out CloneReply reply) ? $"{reply.Device}"
            : throw LinuxInterop.Failure("getattrlist", path, Marshal.GetLastPInvokeError());
    }

    /// <returns>False where the system or the file system does not report it; the error is the call's.</returns>
    internal static bool TryGetAttributes(string path, AttributeSet wanted, uint options, out CloneReply reply)
    {
        var list = new AttributeList { BitmapCount = ATTR_BIT_MAP_COUNT, Wanted = wanted };
        return getattrlist(LinuxInterop.Terminated(path), list, out reply, (nuint)sizeof(CloneReply), options) == 0;
    }

    [DllImport("libc", SetLastError = true), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int getattrlist(byte[] path, in AttributeList wanted, out CloneReply reply, nuint replyLength, uint options);

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

    /// <summary>
    /// The attributes above when all are returned: by group, within it by bit, 64-bit ones too on a boundary of four bytes (getattrlist(2),
    /// ATTRIBUTE BUFFER).
    /// </summary>
    [StructLayout(LayoutKind.Sequential, Pack = 4)]
    internal struct CloneReply
    {
        internal uint Length;
        internal AttributeSet Returned;
        internal int Device;
        internal uint Flags;
        internal long DataAllocatedSize;
        internal long PrivateSize;
        internal ulong CloneId;
        internal uint CloneReferences;
    }
}
