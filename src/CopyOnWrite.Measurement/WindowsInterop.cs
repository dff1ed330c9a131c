using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Measurement;

/// <summary>The Windows calls behind the measurements; winioctl.h of the Windows SDK 10.0.26100. Nothing of it has run on Windows with ReFS.</summary>
internal static unsafe partial class WindowsInterop
{
    /// <summary>CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 244, METHOD_NEITHER, FILE_ANY_ACCESS).</summary>
    internal const uint FSCTL_GET_RETRIEVAL_POINTERS_AND_REFCOUNT = 0x903D3;

    internal const int ERROR_INVALID_FUNCTION = 1;
    internal const int ERROR_HANDLE_EOF = 38;
    internal const int ERROR_NOT_SUPPORTED = 50;
    internal const int ERROR_INVALID_PARAMETER = 87;
    internal const int ERROR_MORE_DATA = 234;

    [LibraryImport("kernel32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    internal static partial int DeviceIoControl(
        SafeFileHandle file, uint code, void* input, uint inputLength, void* output, uint outputLength, uint* returned, void* overlapped);

    [LibraryImport("kernel32", EntryPoint = "GetDiskFreeSpaceW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    internal static partial int GetDiskFreeSpace(string root, uint* sectorsPerCluster, uint* bytesPerSector, uint* freeClusters, uint* clusters);

    /// <summary>RETRIEVAL_POINTERS_AND_REFCOUNT_BUFFER, without its extents.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    internal struct RefcountHeader
    {
        [FieldOffset(0)] internal uint ExtentCount;
        [FieldOffset(8)] internal long StartingVcn;
    }

    /// <summary>Its element. A Lcn of -1 is a hole; a count of 1 is not shared ([MS-FSCC] 2.3.34.1).</summary>
    [StructLayout(LayoutKind.Explicit, Size = 24)]
    internal struct RefcountExtent
    {
        [FieldOffset(0)] internal long NextVcn;
        [FieldOffset(8)] internal long Lcn;
        [FieldOffset(16)] internal uint ReferenceCount;
    }
}
