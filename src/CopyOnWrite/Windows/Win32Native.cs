namespace CopyOnWrite.Windows;

/// <summary>
/// The system calls this project makes on Windows, under their own names. A test compiles C against mingw-w64's headers to check each
/// signature, constant, offset and size; what those headers lack is cited there. Errors come from <see cref="Marshal.GetLastWin32Error"/>.
/// </summary>
internal static unsafe class Win32Native
{
    internal const uint
        GENERIC_READ = 0x80000000, GENERIC_WRITE = 0x40000000, DELETE = 0x00010000, FILE_READ_ATTRIBUTES = 0x0080,
        FILE_WRITE_ATTRIBUTES = 0x0100;
    internal const uint FILE_SHARE_READ = 1, FILE_SHARE_WRITE = 2, FILE_SHARE_DELETE = 4;
    internal const uint CREATE_NEW = 1, OPEN_EXISTING = 3;
    internal const uint
        FILE_FLAG_OPEN_REPARSE_POINT = 0x00200000, FILE_FLAG_BACKUP_SEMANTICS = 0x02000000, FILE_FLAG_DELETE_ON_CLOSE = 0x04000000;

    internal const uint
        FILE_ATTRIBUTE_READONLY = 0x1, FILE_ATTRIBUTE_HIDDEN = 0x2, FILE_ATTRIBUTE_SYSTEM = 0x4, FILE_ATTRIBUTE_DIRECTORY = 0x10,
        FILE_ATTRIBUTE_ARCHIVE = 0x20, FILE_ATTRIBUTE_NORMAL = 0x80, FILE_ATTRIBUTE_SPARSE_FILE = 0x200,
        FILE_ATTRIBUTE_REPARSE_POINT = 0x400, FILE_ATTRIBUTE_NOT_CONTENT_INDEXED = 0x2000,
        FILE_ATTRIBUTE_INTEGRITY_STREAM = 0x8000;

    internal const uint
        FILE_SUPPORTS_POSIX_UNLINK_RENAME = 0x00000400, FILE_NAMED_STREAMS = 0x00040000,
        FILE_SUPPORTS_EXTENDED_ATTRIBUTES = 0x00800000, FILE_SUPPORTS_BLOCK_REFCOUNTING = 0x08000000;

    // FILE_INFO_BY_HANDLE_CLASS, minwinbase.h.
    internal const int
        FileBasicInfo = 0, FileStandardInfo = 1, FileRenameInfo = 3, FileDispositionInfo = 4, FileEndOfFileInfo = 6, FileStreamInfo = 7,
        FileRemoteProtocolInfo = 13, FileIdInfo = 18, FileRenameInfoEx = 22;

    // FILE_INFORMATION_CLASS (the last in wdm.h) and FS_INFORMATION_CLASS, winternl.h.
    internal const int FileEaInformation = 7, FileNetworkOpenInformation = 34, FileProcessIdsUsingFileInformation = 47;
    internal const int FileFsSizeInformation = 3;

    internal const uint FILE_RENAME_FLAG_REPLACE_IF_EXISTS = 1, FILE_RENAME_FLAG_POSIX_SEMANTICS = 2, COPY_FILE_FAIL_IF_EXISTS = 1;
    internal const uint OWNER_SECURITY_INFORMATION = 1, DACL_SECURITY_INFORMATION = 4, SDDL_REVISION_1 = 1, VOLUME_NAME_DOS = 0;
    internal const int TokenUser = 1;

    internal const uint
        FSCTL_GET_RETRIEVAL_POINTERS = 0x00090073, FSCTL_SET_SPARSE = 0x000900C4, FSCTL_DUPLICATE_EXTENTS_TO_FILE = 0x00098344;

    internal const int
        ERROR_INVALID_FUNCTION = 1, ERROR_FILE_NOT_FOUND = 2, ERROR_PATH_NOT_FOUND = 3, ERROR_ACCESS_DENIED = 5,
        ERROR_NOT_SAME_DEVICE = 17, ERROR_WRITE_PROTECT = 19, ERROR_CRC = 23, ERROR_SHARING_VIOLATION = 32,
        ERROR_LOCK_VIOLATION = 33, ERROR_HANDLE_EOF = 38, ERROR_HANDLE_DISK_FULL = 39, ERROR_NOT_SUPPORTED = 50,
        ERROR_FILE_EXISTS = 80, ERROR_INVALID_PARAMETER = 87, ERROR_DISK_FULL = 112, ERROR_CALL_NOT_IMPLEMENTED = 120,
        ERROR_INSUFFICIENT_BUFFER = 122, ERROR_INVALID_NAME = 123, ERROR_BAD_PATHNAME = 161, ERROR_ALREADY_EXISTS = 183,
        ERROR_FILENAME_EXCED_RANGE = 206, ERROR_MORE_DATA = 234, ERROR_DIRECTORY = 267, ERROR_BLOCK_TOO_MANY_REFERENCES = 347,
        ERROR_IO_DEVICE = 1117, ERROR_USER_MAPPED_FILE = 1224, ERROR_DISK_QUOTA_EXCEEDED = 1295;

    internal const nint INVALID_HANDLE_VALUE = -1;

    [DllImport("kernel32", SetLastError = true, CharSet = CharSet.Unicode)]
    internal static extern nint CreateFileW(
        string path, uint access, uint share, void* security, uint disposition, uint flagsAndAttributes, nint template);
    [DllImport("kernel32", SetLastError = true)] internal static extern int CloseHandle(nint handle);
    [DllImport("kernel32", SetLastError = true, CharSet = CharSet.Unicode)]
    internal static extern int GetFileAttributesExW(string path, int level, out WIN32_FILE_ATTRIBUTE_DATA data);
    [DllImport("kernel32", SetLastError = true, CharSet = CharSet.Unicode)]
    internal static extern int SetFileAttributesW(string path, uint attributes);
    [DllImport("kernel32", SetLastError = true)]
    internal static extern int GetFileInformationByHandleEx(nint file, int infoClass, void* result, uint size);
    [DllImport("kernel32", SetLastError = true)]
    internal static extern int SetFileInformationByHandle(nint file, int infoClass, void* info, uint size);
    [DllImport("kernel32", SetLastError = true)]
    internal static extern int GetVolumeInformationByHandleW(
        nint file, char* name, uint nameSize, uint* serial, uint* maximumComponentLength, out uint flags, char* fileSystem,
        uint fileSystemSize);
    [DllImport("kernel32", SetLastError = true)]
    internal static extern int DeviceIoControl(
        nint device, uint code, void* input, uint inputSize, void* output, uint outputSize, uint* returned, void* overlapped);
    [DllImport("kernel32", SetLastError = true)]
    internal static extern int ReadFile(nint file, void* buffer, int count, out int read, void* overlapped);
    [DllImport("kernel32", SetLastError = true)]
    internal static extern int WriteFile(nint file, void* buffer, int count, out int written, void* overlapped);
    [DllImport("kernel32", SetLastError = true, CharSet = CharSet.Unicode)]
    internal static extern int CreateHardLinkW(string path, string existing, void* security);
    [DllImport("kernel32", SetLastError = true, CharSet = CharSet.Unicode)]
    internal static extern int CopyFileExW(string from, string to, void* progress, void* data, int* cancel, uint flags);
    [DllImport("kernel32", SetLastError = true)] internal static extern int FlushFileBuffers(nint file);
    [DllImport("kernel32", SetLastError = true, CharSet = CharSet.Unicode)] internal static extern int DeleteFileW(string path);
    [DllImport("kernel32", SetLastError = true, CharSet = CharSet.Unicode)]
    internal static extern int CreateDirectoryW(string path, SECURITY_ATTRIBUTES* security);

    // The length that the path needs where the buffer is too small, 0 for an error.
    [DllImport("kernel32", SetLastError = true, CharSet = CharSet.Unicode)]
    internal static extern uint GetFinalPathNameByHandleW(nint file, [In, Out] char[] path, uint size, uint flags);
    [DllImport("advapi32", SetLastError = true)]
    internal static extern int GetTokenInformation(nint token, int infoClass, void* result, uint size, uint* needed);
    [DllImport("advapi32", SetLastError = true)]
    internal static extern int GetKernelObjectSecurity(nint file, uint parts, byte* descriptor, int size, out int needed);

    // What the three below give is freed by LocalFree.
    [DllImport("advapi32", SetLastError = true)] internal static extern int ConvertSidToStringSidW(nint sid, out nint text);
    [DllImport("advapi32", SetLastError = true, CharSet = CharSet.Unicode)]
    internal static extern int ConvertStringSecurityDescriptorToSecurityDescriptorW(
        string text, uint revision, out nint descriptor, uint* size);
    [DllImport("advapi32", SetLastError = true)]
    internal static extern int ConvertSecurityDescriptorToStringSecurityDescriptorW(
        nint descriptor, uint revision, uint parts, out nint text, uint* length);

    // The three below return an NTSTATUS; no Win32 function answers for an open file.
    [DllImport("ntdll")]
    internal static extern int NtQueryEaFile(
        nint file, IO_STATUS_BLOCK* status, void* result, uint size, byte single, void* names, uint namesSize, uint* index, byte restart);
    [DllImport("ntdll")]
    internal static extern int NtQueryInformationFile(nint file, IO_STATUS_BLOCK* status, void* result, uint size, int infoClass);
    [DllImport("ntdll")]
    internal static extern int NtQueryVolumeInformationFile(nint file, IO_STATUS_BLOCK* status, void* result, uint size, int infoClass);
    [DllImport("ntdll")] internal static extern uint RtlNtStatusToDosError(int status);

    internal static int Error => Marshal.GetLastWin32Error();

    /// <summary>Times in 100 ns since 1601, as FILETIME.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 36, Pack = 4)]
    internal struct WIN32_FILE_ATTRIBUTE_DATA
    {
        [FieldOffset(0)] internal uint FileAttributes;
        [FieldOffset(20)] internal long LastWriteTime;
        [FieldOffset(28)] internal uint FileSizeHigh;
        [FieldOffset(32)] internal uint FileSizeLow;

        internal readonly long Length => ((long)FileSizeHigh << 32) | FileSizeLow;
    }

    /// <summary>Times in 100 ns since 1601. In a change, 0 leaves a time or the attributes as they are.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct FILE_BASIC_INFO
    {
        internal long CreationTime, LastAccessTime, LastWriteTime, ChangeTime;
        internal uint FileAttributes;
    }

    /// <summary>Times in 100 ns since 1601, sizes in bytes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct FILE_NETWORK_OPEN_INFORMATION
    {
        internal long CreationTime, LastAccessTime, LastWriteTime, ChangeTime, AllocationSize, EndOfFile;
        internal uint FileAttributes;
    }

    /// <summary>FILE_ID_128 as two numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal record struct FILE_ID_INFO
    {
        internal ulong VolumeSerialNumber, FileIdLow, FileIdHigh;
    }

    /// <summary>The head of an entry; its name follows.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 32)]
    internal struct FILE_STREAM_INFO
    {
        [FieldOffset(0)] internal uint NextEntryOffset;
    }

    [StructLayout(LayoutKind.Explicit, Size = 12)]
    internal struct FILE_FULL_EA_INFORMATION
    {
        [FieldOffset(0)] internal uint NextEntryOffset;
        [FieldOffset(5)] internal byte EaNameLength;
        [FieldOffset(8)] internal byte EaName;
    }

    [StructLayout(LayoutKind.Explicit, Size = 24)]
    internal struct FILE_STANDARD_INFO
    {
        [FieldOffset(16)] internal uint NumberOfLinks;
    }

    /// <summary>The head; the name follows at the end of the length, which is in bytes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct FILE_RENAME_INFO
    {
        internal uint Flags;
        internal nint RootDirectory;
        internal uint FileNameLength;
        internal char FileName;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct SECURITY_ATTRIBUTES
    {
        internal uint Length;
        internal nint SecurityDescriptor;
        internal int InheritHandle;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct DUPLICATE_EXTENTS_DATA
    {
        internal nint FileHandle;
        internal long SourceFileOffset, TargetFileOffset, ByteCount;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct IO_STATUS_BLOCK
    {
        internal nint Status;
        internal nuint Information;
    }

    /// <summary>The bytes that this user may use: under a quota, less than there are.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct FILE_FS_SIZE_INFORMATION
    {
        internal long TotalAllocationUnits, AvailableAllocationUnits;
        internal uint SectorsPerAllocationUnit, BytesPerSector;

        internal readonly uint ClusterBytes => SectorsPerAllocationUnit * BytesPerSector;
    }
}
