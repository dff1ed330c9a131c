using System.Reflection;

namespace CopyOnWrite.Tests.Windows;

/// <summary>
/// Holds every constant, offset, size and signature of <see cref="Win32Native"/>, and of <see cref="WindowsInterop"/>, by which volumes and
/// extents are read, against mingw-w64's headers. What those headers lack is declared here as Microsoft's pages have it.
/// </summary>
[TestClass]
public sealed class Win32ConstantsTests
{
    // learn.microsoft.com: "FSCTL_DUPLICATE_EXTENTS_TO_FILE" and "DUPLICATE_EXTENTS_DATA" (winioctl.h), "GetVolumeInformationByHandleW"
    // (the flag), "File Attribute Constants", "System Error Codes (0-499)" and "(1000-1299)"; the control codes as in winioctl.h of the
    // Windows SDK; "FILE_INFORMATION_CLASS" (wdm.h).
    private const string Head = """
        #define _WIN32_WINNT 0x0A000010
        #define WIN32_LEAN_AND_MEAN
        #include <stddef.h>
        #include <windows.h>
        #include <winioctl.h>
        #include <winternl.h>
        #include <sddl.h>
        #ifndef FSCTL_DUPLICATE_EXTENTS_TO_FILE
        #define FSCTL_DUPLICATE_EXTENTS_TO_FILE CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 209, METHOD_BUFFERED, FILE_WRITE_DATA)
        typedef struct _DUPLICATE_EXTENTS_DATA {
          HANDLE FileHandle; LARGE_INTEGER SourceFileOffset; LARGE_INTEGER TargetFileOffset; LARGE_INTEGER ByteCount;
        } DUPLICATE_EXTENTS_DATA;
        #endif
        #ifndef FILE_SUPPORTS_POSIX_UNLINK_RENAME
        #define FILE_SUPPORTS_POSIX_UNLINK_RENAME 0x00000400
        #endif
        #ifndef FILE_SUPPORTS_BLOCK_REFCOUNTING
        #define FILE_SUPPORTS_BLOCK_REFCOUNTING 0x08000000
        #endif
        #ifndef FILE_ATTRIBUTE_INTEGRITY_STREAM
        #define FILE_ATTRIBUTE_INTEGRITY_STREAM 0x8000
        #endif
        #ifndef ERROR_BLOCK_TOO_MANY_REFERENCES
        #define ERROR_BLOCK_TOO_MANY_REFERENCES 347L
        #endif
        #define FileProcessIdsUsingFileInformation 47
        #ifndef PERSISTENT_VOLUME_STATE_DEV_VOLUME
        #define PERSISTENT_VOLUME_STATE_DEV_VOLUME 0x00002000
        #define PERSISTENT_VOLUME_STATE_TRUSTED_VOLUME 0x00004000
        #endif
        #ifndef ERROR_DISK_QUOTA_EXCEEDED
        #define ERROR_DISK_QUOTA_EXCEEDED 1295L
        #endif
        NTSYSAPI NTSTATUS NTAPI NtQueryEaFile(HANDLE, PIO_STATUS_BLOCK, PVOID, ULONG, BOOLEAN, PVOID, ULONG, PULONG, BOOLEAN);
        #define FSCTL_GET_RETRIEVAL_POINTERS_AND_REFCOUNT CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 244, METHOD_NEITHER, FILE_ANY_ACCESS)
        typedef __typeof__(((RETRIEVAL_POINTERS_BUFFER *)0)->Extents[0]) placed_extent;
        typedef struct { placed_extent Placed; DWORD ReferenceCount; } counted_extent;
        typedef struct { DWORD ExtentCount; LARGE_INTEGER StartingVcn; counted_extent Extents[1]; } RETRIEVAL_POINTERS_AND_REFCOUNT_BUFFER;

        """;

    private const string Prototypes = """
        HANDLE CreateFileW(LPCWSTR, DWORD, DWORD, LPSECURITY_ATTRIBUTES, DWORD, DWORD, HANDLE)
        WINBOOL CloseHandle(HANDLE)
        WINBOOL GetFileAttributesExW(LPCWSTR, GET_FILEEX_INFO_LEVELS, LPVOID)
        WINBOOL SetFileAttributesW(LPCWSTR, DWORD)
        WINBOOL GetFileInformationByHandleEx(HANDLE, FILE_INFO_BY_HANDLE_CLASS, LPVOID, DWORD)
        WINBOOL SetFileInformationByHandle(HANDLE, FILE_INFO_BY_HANDLE_CLASS, LPVOID, DWORD)
        WINBOOL GetVolumeInformationByHandleW(HANDLE, LPWSTR, DWORD, LPDWORD, LPDWORD, LPDWORD, LPWSTR, DWORD)
        WINBOOL DeviceIoControl(HANDLE, DWORD, LPVOID, DWORD, LPVOID, DWORD, LPDWORD, LPOVERLAPPED)
        WINBOOL ReadFile(HANDLE, LPVOID, DWORD, LPDWORD, LPOVERLAPPED)
        WINBOOL WriteFile(HANDLE, LPCVOID, DWORD, LPDWORD, LPOVERLAPPED)
        WINBOOL CreateHardLinkW(LPCWSTR, LPCWSTR, LPSECURITY_ATTRIBUTES)
        WINBOOL CopyFileExW(LPCWSTR, LPCWSTR, LPPROGRESS_ROUTINE, LPVOID, LPBOOL, DWORD)
        WINBOOL CreateDirectoryW(LPCWSTR, LPSECURITY_ATTRIBUTES)
        DWORD GetFinalPathNameByHandleW(HANDLE, LPWSTR, DWORD, DWORD)
        WINBOOL GetTokenInformation(HANDLE, TOKEN_INFORMATION_CLASS, LPVOID, DWORD, PDWORD)
        WINBOOL GetKernelObjectSecurity(HANDLE, SECURITY_INFORMATION, PSECURITY_DESCRIPTOR, DWORD, LPDWORD)
        WINBOOL ConvertSidToStringSidW(PSID, LPWSTR *)
        WINBOOL ConvertStringSecurityDescriptorToSecurityDescriptorW(LPCWSTR, DWORD, PSECURITY_DESCRIPTOR *, PULONG)
        WINBOOL ConvertSecurityDescriptorToStringSecurityDescriptorW(PSECURITY_DESCRIPTOR, DWORD, SECURITY_INFORMATION, LPWSTR *, PULONG)
        WINBOOL FlushFileBuffers(HANDLE)
        WINBOOL DeleteFileW(LPCWSTR)
        NTSTATUS NtQueryEaFile(HANDLE, PIO_STATUS_BLOCK, PVOID, ULONG, BOOLEAN, PVOID, ULONG, PULONG, BOOLEAN)
        NTSTATUS NtQueryInformationFile(HANDLE, PIO_STATUS_BLOCK, PVOID, ULONG, FILE_INFORMATION_CLASS)
        NTSTATUS NtQueryVolumeInformationFile(HANDLE, PIO_STATUS_BLOCK, PVOID, ULONG, FS_INFORMATION_CLASS)
        ULONG RtlNtStatusToDosError(NTSTATUS)
        """;

    // Our field has another name where the header nests a structure.
    private static readonly Dictionary<Type, string> s_fields = new()
    {
        [typeof(Win32Native.WIN32_FILE_ATTRIBUTE_DATA)] = "FileAttributes=dwFileAttributes "
            + "LastWriteTime=ftLastWriteTime FileSizeHigh=nFileSizeHigh FileSizeLow=nFileSizeLow",
        [typeof(Win32Native.FILE_ID_INFO)] = "FileIdLow=FileId FileIdHigh=FileId.Identifier[8]",
        [typeof(Win32Native.SECURITY_ATTRIBUTES)] =
            "Length=nLength SecurityDescriptor=lpSecurityDescriptor InheritHandle=bInheritHandle",
    };

    private static readonly string[] s_arguments =
        ["-std=c11", "-fsyntax-only", "-Werror=incompatible-pointer-types", "-Werror=int-conversion"];

    [TestMethod]
    public void TheCoresConstantsLayoutsAndSignaturesAreTheHeaders()
    {
        HeaderChecks checks = new HeaderChecks(Head).Constants(typeof(Win32Native), 60);
        Type[] structures = typeof(Win32Native).GetNestedTypes(BindingFlags.NonPublic);
        Assert.IsGreaterThan(10, structures.Length, "The structures were not found.");
        foreach (Type structure in structures)
        {
            // Sizes of fields are not compared: some of ours are a part of the header's, or a union's largest.
            checks.Structure(structure, structure.Name, s_fields.GetValueOrDefault(structure, string.Empty), sizes: false);
        }

        checks.Functions(typeof(Win32Native), Prototypes, "WINAPI").AssertCompiles(Compiler(), s_arguments);
    }

    [TestMethod]
    public void TheMeasurementsConstantsLayoutsAndSignaturesAreTheHeaders()
    {
        HeaderChecks checks = new HeaderChecks(Head)
            .Constants(typeof(WindowsInterop), 5)
            .Check("MAX_PATH", Win32Path.MaximumLengthWithoutPrefix)
            .Structure(typeof(WindowsInterop.PlacedExtent), "placed_extent")
            .Structure(typeof(WindowsInterop.CountedExtent), "counted_extent")
            .Structure(
                typeof(WindowsInterop.FILE_FS_PERSISTENT_VOLUME_INFORMATION),
                nameof(WindowsInterop.FILE_FS_PERSISTENT_VOLUME_INFORMATION));
        foreach (string buffer in (string[])["RETRIEVAL_POINTERS_BUFFER", "RETRIEVAL_POINTERS_AND_REFCOUNT_BUFFER"])
        {
            checks.Check(
                $"offsetof({buffer}, StartingVcn)",
                Marshal.OffsetOf<WindowsInterop.RetrievalPointers>(nameof(WindowsInterop.RetrievalPointers.StartingVcn)));
            checks.Check($"offsetof({buffer}, Extents)", Marshal.SizeOf<WindowsInterop.RetrievalPointers>());
        }

        checks.AssertCompiles(Compiler(), s_arguments);
    }

    [TestMethod]
    [DataRow("DELETE", 1)]
    [DataRow("offsetof(RETRIEVAL_POINTERS_AND_REFCOUNT_BUFFER, Extents)", 12)]
    public void AWrongNumberIsSeen(string expression, long wrong) =>
        new HeaderChecks(Head).Check(expression, wrong).AssertFails(Compiler(), s_arguments);

    private static string Compiler() => Tools.Require("x86_64-w64-mingw32-gcc");
}
