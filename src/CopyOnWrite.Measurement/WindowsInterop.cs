using System;
using System.IO;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Measurement;

/// <summary>
/// The Windows calls behind the measurements; winioctl.h of the Windows SDK 10.0.26100, ntifs.h for what Nt functions take. A test holds
/// all of it against mingw-w64's headers. It has run under Wine, and not on Windows with ReFS.
/// </summary>
internal static unsafe partial class WindowsInterop
{
    internal const uint FSCTL_GET_RETRIEVAL_POINTERS = 0x90073;

    /// <summary>CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 244, METHOD_NEITHER, FILE_ANY_ACCESS).</summary>
    internal const uint FSCTL_GET_RETRIEVAL_POINTERS_AND_REFCOUNT = 0x903D3;

    internal const uint FILE_READ_ATTRIBUTES = 0x80;
    internal const uint FILE_SHARE_READ = 1;
    internal const uint FILE_SHARE_WRITE = 2;
    internal const uint FILE_SHARE_DELETE = 4;
    internal const uint OPEN_EXISTING = 3;
    internal const uint FILE_FLAG_BACKUP_SEMANTICS = 0x2000000;    // Opens folders too.
    internal const int MAX_PATH = 260;

    internal const int FileIdInfo = 18;
    internal const int FileFsSizeInformation = 3;

    internal const int ERROR_INVALID_DATA = 13;
    internal const int ERROR_HANDLE_EOF = 38;
    internal const int ERROR_MORE_DATA = 234;

    [LibraryImport("kernel32", EntryPoint = "CreateFileW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    internal static partial SafeFileHandle CreateFile(
        string path, uint access, uint share, void* security, uint disposition, uint flags, nint template);

    [LibraryImport("kernel32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    internal static partial int DeviceIoControl(
        SafeFileHandle file, uint code, void* input, uint inputLength, void* output, uint outputLength, uint* returned, void* overlapped);

    [LibraryImport("kernel32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    internal static partial int GetFileInformationByHandleEx(SafeFileHandle file, int infoClass, void* result, uint size);

    [LibraryImport("kernel32", EntryPoint = "GetVolumeInformationByHandleW", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    internal static partial int GetVolumeInformationByHandle(
        SafeFileHandle file, char* label, uint labelLength, uint* serial, uint* longestName, uint* flags, char* fileSystem,
        uint fileSystemLength);

    [LibraryImport("kernel32", EntryPoint = "GetVolumePathNameW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    internal static partial int GetVolumePathName(string path, char* root, uint rootLength);

    [LibraryImport("ntdll")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    internal static partial int NtQueryVolumeInformationFile(
        SafeFileHandle file, IO_STATUS_BLOCK* status, void* result, uint size, int infoClass);

    [LibraryImport("ntdll")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    internal static partial uint RtlNtStatusToDosError(int status);

    /// <summary>As calls take it that are not told of long paths otherwise ("Maximum Path Length Limitation").</summary>
    internal static string Long(string path) =>
        Path.GetFullPath(path) is { Length: >= MAX_PATH } full && !full.StartsWith(@"\\", StringComparison.Ordinal) ? @"\\?\" + full : path;

    internal static IOException Failure(string what, string path, int error) =>
        new($"{what} {path}: {Marshal.GetPInvokeErrorMessage(error)} (error {error})");

    [StructLayout(LayoutKind.Sequential)]
    internal struct IO_STATUS_BLOCK
    {
        internal nint Status;
        internal nuint Information;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct FILE_FS_SIZE_INFORMATION
    {
        internal long TotalAllocationUnits;
        internal long AvailableAllocationUnits;
        internal uint SectorsPerAllocationUnit;
        internal uint BytesPerSector;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct FILE_ID_INFO
    {
        internal ulong VolumeSerialNumber;
        internal ulong FileIdLow;
        internal ulong FileIdHigh;
    }

    /// <summary>RETRIEVAL_POINTERS_BUFFER and RETRIEVAL_POINTERS_AND_REFCOUNT_BUFFER, without their extents.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 16)]
    internal struct RetrievalPointers
    {
        [FieldOffset(0)] internal uint ExtentCount;
        [FieldOffset(8)] internal long StartingVcn;
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
