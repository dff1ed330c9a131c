namespace CopyOnWrite.Measurement;

/// <summary>
/// The calls of Windows that the core lacks; winioctl.h of the Windows SDK 10.0.26100. A test compares them
/// with mingw-w64's headers. Run under Wine, but not on Windows with ReFS.
/// </summary>
internal static class WindowsInterop
{
    /// <summary>CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 244, METHOD_NEITHER, FILE_ANY_ACCESS).</summary>
    internal const uint FSCTL_GET_RETRIEVAL_POINTERS_AND_REFCOUNT = 0x903D3;

    /// <summary>CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 143, METHOD_BUFFERED, FILE_ANY_ACCESS).</summary>
    internal const uint FSCTL_QUERY_PERSISTENT_VOLUME_STATE = 0x9023C;

    internal const uint PERSISTENT_VOLUME_STATE_DEV_VOLUME = 0x2000;

    /// <summary>"set only when PERSISTENT_VOLUME_STATE_DEV_VOLUME is set" (winioctl.h).</summary>
    internal const uint PERSISTENT_VOLUME_STATE_TRUSTED_VOLUME = 0x4000;

    internal const int ERROR_INVALID_DATA = 13;

    /// <summary>RETRIEVAL_POINTERS_BUFFER and RETRIEVAL_POINTERS_AND_REFCOUNT_BUFFER, without their extents.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    internal struct RetrievalPointers
    {
        [FieldOffset(0)] internal uint ExtentCount;
        [FieldOffset(8)] internal long StartingVcn;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct FILE_FS_PERSISTENT_VOLUME_INFORMATION
    {
        internal uint VolumeFlags;
        internal uint FlagMask;
        internal uint Version;
        internal uint Reserved;
    }

    /// <summary>The element of the former, with which that of the latter begins. A Lcn of -1 is a hole.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct PlacedExtent
    {
        internal long NextVcn;
        internal long Lcn;
    }

    /// <summary>The element of the latter; a count of 1 is not shared ([MS-FSCC] 2.3.34.1).</summary>
    [StructLayout(LayoutKind.Explicit, Size = 24)]
    internal struct CountedExtent
    {
        [FieldOffset(0)] internal PlacedExtent Placed;
        [FieldOffset(16)] internal uint ReferenceCount;
    }
}
