using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using CopyOnWrite.Windows;
using Microsoft.Win32.SafeHandles;

namespace CopyOnWrite.Tests.Windows;

/// <summary>
/// Holds every constant, offset, size and signature in <see cref="Win32Native"/> against mingw-w64's headers, by compiling C for 64-bit
/// Windows; nothing is run. What those headers lack is declared here as Microsoft's pages have it.
/// </summary>
[TestClass]
public sealed class Win32ConstantsTests
{
    private const string Compiler = "x86_64-w64-mingw32-gcc";

    // learn.microsoft.com: "FSCTL_DUPLICATE_EXTENTS_TO_FILE" and "DUPLICATE_EXTENTS_DATA" (winioctl.h), "FSCTL_GET_INTEGRITY_INFORMATION"
    // and "FSCTL_SET_INTEGRITY_INFORMATION" with their buffers (winioctl.h), "GetVolumeInformationByHandleW" (the flag), "File Attribute
    // Constants", "READ_FILE_USN_DATA", "USN_RECORD_V3", "System Error Codes (0-499)" and "(1000-1299)"; the control codes' parts as in
    // winioctl.h of the Windows SDK.
    private const string Missing = """
        #ifndef FSCTL_DUPLICATE_EXTENTS_TO_FILE
        #define FSCTL_DUPLICATE_EXTENTS_TO_FILE CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 209, METHOD_BUFFERED, FILE_WRITE_DATA)
        typedef struct _DUPLICATE_EXTENTS_DATA {
          HANDLE FileHandle; LARGE_INTEGER SourceFileOffset; LARGE_INTEGER TargetFileOffset; LARGE_INTEGER ByteCount;
        } DUPLICATE_EXTENTS_DATA;
        #endif
        #ifndef FSCTL_GET_INTEGRITY_INFORMATION
        #define FSCTL_GET_INTEGRITY_INFORMATION CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 159, METHOD_BUFFERED, FILE_ANY_ACCESS)
        #define FSCTL_SET_INTEGRITY_INFORMATION CTL_CODE(FILE_DEVICE_FILE_SYSTEM, 160, METHOD_BUFFERED, FILE_READ_DATA | FILE_WRITE_DATA)
        typedef struct _FSCTL_GET_INTEGRITY_INFORMATION_BUFFER {
          WORD ChecksumAlgorithm; WORD Reserved; DWORD Flags; DWORD ChecksumChunkSizeInBytes; DWORD ClusterSizeInBytes;
        } FSCTL_GET_INTEGRITY_INFORMATION_BUFFER;
        typedef struct _FSCTL_SET_INTEGRITY_INFORMATION_BUFFER {
          WORD ChecksumAlgorithm; WORD Reserved; DWORD Flags;
        } FSCTL_SET_INTEGRITY_INFORMATION_BUFFER;
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
        #ifndef ERROR_DISK_QUOTA_EXCEEDED
        #define ERROR_DISK_QUOTA_EXCEEDED 1295L
        #endif
        typedef struct { WORD MinMajorVersion; WORD MaxMajorVersion; } usn_versions;
        #define READ_FILE_USN_DATA usn_versions
        #define USN_RECORD_V2 USN_RECORD
        typedef struct {
          DWORD RecordLength; WORD MajorVersion; WORD MinorVersion; BYTE FileReferenceNumber[16]; BYTE ParentFileReferenceNumber[16];
          USN Usn; LARGE_INTEGER TimeStamp; DWORD Reason; DWORD SourceInfo; DWORD SecurityId; DWORD FileAttributes; WORD FileNameLength;
          WORD FileNameOffset; WCHAR FileName[1];
        } usn_record_3;
        #define USN_RECORD_V3 usn_record_3
        """;

    // winternl.h has the function's name for one of these classes only.
    private const string Headers = """
        #define _WIN32_WINNT 0x0A000010
        #define WIN32_LEAN_AND_MEAN
        #include <stddef.h>
        #include <windows.h>
        #include <winioctl.h>
        #include <winternl.h>
        """;

    private static readonly Dictionary<string, (string Returns, string[] Parameters)> s_functions = new()
    {
        [nameof(Win32Native.CreateFileW)] = ("HANDLE", ["LPCWSTR", "DWORD", "DWORD", "LPSECURITY_ATTRIBUTES", "DWORD", "DWORD", "HANDLE"]),
        [nameof(Win32Native.CloseHandle)] = ("WINBOOL", ["HANDLE"]),
        [nameof(Win32Native.GetDiskFreeSpaceExW)] = ("WINBOOL", ["LPCWSTR", "PULARGE_INTEGER", "PULARGE_INTEGER", "PULARGE_INTEGER"]),
        [nameof(Win32Native.GetFileAttributesExW)] = ("WINBOOL", ["LPCWSTR", "GET_FILEEX_INFO_LEVELS", "LPVOID"]),
        [nameof(Win32Native.SetFileAttributesW)] = ("WINBOOL", ["LPCWSTR", "DWORD"]),
        [nameof(Win32Native.GetFileInformationByHandleEx)] = ("WINBOOL", ["HANDLE", "FILE_INFO_BY_HANDLE_CLASS", "LPVOID", "DWORD"]),
        [nameof(Win32Native.SetFileInformationByHandle)] = ("WINBOOL", ["HANDLE", "FILE_INFO_BY_HANDLE_CLASS", "LPVOID", "DWORD"]),
        [nameof(Win32Native.GetVolumeInformationByHandleW)] = (
            "WINBOOL", ["HANDLE", "LPWSTR", "DWORD", "LPDWORD", "LPDWORD", "LPDWORD", "LPWSTR", "DWORD"]),
        [nameof(Win32Native.DeviceIoControl)] = (
            "WINBOOL", ["HANDLE", "DWORD", "LPVOID", "DWORD", "LPVOID", "DWORD", "LPDWORD", "LPOVERLAPPED"]),
        [nameof(Win32Native.ReadFile)] = ("WINBOOL", ["HANDLE", "LPVOID", "DWORD", "LPDWORD", "LPOVERLAPPED"]),
        [nameof(Win32Native.WriteFile)] = ("WINBOOL", ["HANDLE", "LPCVOID", "DWORD", "LPDWORD", "LPOVERLAPPED"]),
        [nameof(Win32Native.CopyFileExW)] = ("WINBOOL", ["LPCWSTR", "LPCWSTR", "LPPROGRESS_ROUTINE", "LPVOID", "LPBOOL", "DWORD"]),
        [nameof(Win32Native.CreateDirectoryW)] = ("WINBOOL", ["LPCWSTR", "LPSECURITY_ATTRIBUTES"]),
        [nameof(Win32Native.GetFinalPathNameByHandleW)] = ("DWORD", ["HANDLE", "LPWSTR", "DWORD", "DWORD"]),
        [nameof(Win32Native.GetCurrentProcess)] = ("HANDLE", []),
        [nameof(Win32Native.OpenProcessToken)] = ("WINBOOL", ["HANDLE", "DWORD", "PHANDLE"]),
        [nameof(Win32Native.GetTokenInformation)] = ("WINBOOL", ["HANDLE", "TOKEN_INFORMATION_CLASS", "LPVOID", "DWORD", "PDWORD"]),
        [nameof(Win32Native.GetKernelObjectSecurity)] = (
            "WINBOOL", ["HANDLE", "SECURITY_INFORMATION", "PSECURITY_DESCRIPTOR", "DWORD", "LPDWORD"]),
        [nameof(Win32Native.RegGetValueW)] = ("LONG", ["HKEY", "LPCWSTR", "LPCWSTR", "DWORD", "LPDWORD", "PVOID", "LPDWORD"]),
        [nameof(Win32Native.FlushFileBuffers)] = ("WINBOOL", ["HANDLE"]),
        [nameof(Win32Native.DeleteFileW)] = ("WINBOOL", ["LPCWSTR"]),
        [nameof(Win32Native.NtQueryInformationFile)] = (
            "NTSTATUS", ["HANDLE", "PIO_STATUS_BLOCK", "PVOID", "ULONG", "FILE_INFORMATION_CLASS"]),
        [nameof(Win32Native.NtQueryVolumeInformationFile)] = (
            "NTSTATUS", ["HANDLE", "PIO_STATUS_BLOCK", "PVOID", "ULONG", "FS_INFORMATION_CLASS"]),
        [nameof(Win32Native.RtlGetVersion)] = ("NTSTATUS", ["PRTL_OSVERSIONINFOW"]),
        [nameof(Win32Native.RtlNtStatusToDosError)] = ("ULONG", ["NTSTATUS"]),
    };

    // Ours has another name where the header's is within a structure of its own.
    private static readonly Dictionary<string, string> s_fields = new()
    {
        ["WIN32_FILE_ATTRIBUTE_DATA.FileAttributes"] = "dwFileAttributes",
        ["WIN32_FILE_ATTRIBUTE_DATA.LastWriteTimeLow"] = "ftLastWriteTime.dwLowDateTime",
        ["WIN32_FILE_ATTRIBUTE_DATA.LastWriteTimeHigh"] = "ftLastWriteTime.dwHighDateTime",
        ["WIN32_FILE_ATTRIBUTE_DATA.FileSizeHigh"] = "nFileSizeHigh",
        ["WIN32_FILE_ATTRIBUTE_DATA.FileSizeLow"] = "nFileSizeLow",
        ["FILE_ID_INFO.FileIdLow"] = "FileId",
        ["FILE_ID_INFO.FileIdHigh"] = "FileId.Identifier[8]",
        ["SECURITY_ATTRIBUTES.Length"] = "nLength",
        ["SECURITY_ATTRIBUTES.SecurityDescriptor"] = "lpSecurityDescriptor",
        ["SECURITY_ATTRIBUTES.InheritHandle"] = "bInheritHandle",
        ["TOKEN_USER.Sid"] = "User.Sid",
        ["TOKEN_USER.Attributes"] = "User.Attributes",
        ["RTL_OSVERSIONINFOW.OSVersionInfoSize"] = "dwOSVersionInfoSize",
        ["RTL_OSVERSIONINFOW.MajorVersion"] = "dwMajorVersion",
        ["RTL_OSVERSIONINFOW.BuildNumber"] = "dwBuildNumber",
    };

    [TestMethod]
    public void EveryConstantOffsetAndSizeIsTheHeaders()
    {
        var checks = new StringBuilder();
        FieldInfo[] constants = [.. typeof(Win32Native).GetFields(BindingFlags.Static | BindingFlags.NonPublic).Where(f => f.IsLiteral)];
        Assert.IsGreaterThan(60, constants.Length, "The constants were not found.");
        foreach (FieldInfo constant in constants)
        {
            long value = Convert.ToInt64(
                constant.GetRawConstantValue() is nint number ? (long)number : constant.GetRawConstantValue(),
                CultureInfo.InvariantCulture);
            checks.AppendLine(
                CultureInfo.InvariantCulture,
                $"CHECK((unsigned)(size_t)({constant.Name}) == {unchecked((uint)value)}u, \"{constant.Name}\");");
        }

        Type[] structures = typeof(Win32Native).GetNestedTypes(BindingFlags.NonPublic);
        Assert.HasCount(19, structures);
        foreach (Type structure in structures)
        {
            checks.AppendLine(
                CultureInfo.InvariantCulture, $"CHECK(sizeof({structure.Name}) == {SizeOf(structure)}, \"size of {structure.Name}\");");
            foreach (FieldInfo field in structure.GetFields(BindingFlags.Instance | BindingFlags.NonPublic))
            {
                string name = s_fields.GetValueOrDefault($"{structure.Name}.{field.Name}", field.Name);
                checks.AppendLine(
                    CultureInfo.InvariantCulture,
                    $"CHECK(offsetof({structure.Name}, {name}) == {OffsetOf(structure, field)}, \"{structure.Name}.{name}\");");
            }
        }

        Compile(checks.ToString());
    }

    [TestMethod]
    public void EverySignatureIsTheHeaders()
    {
        // Not in winternl.h: the page "RtlGetVersion" (wdm.h).
        var checks = new StringBuilder("NTSYSAPI NTSTATUS NTAPI RtlGetVersion(PRTL_OSVERSIONINFOW);\n");
        MethodInfo[] functions = [.. typeof(Win32Native)
            .GetMethods(BindingFlags.Static | BindingFlags.NonPublic)
            .Where(m => m.GetCustomAttribute<DllImportAttribute>() is not null)];
        CollectionAssert.AreEquivalent(s_functions.Keys, functions.Select(f => f.Name).ToArray());
        foreach (MethodInfo function in functions)
        {
            (string returns, string[] parameters) = s_functions[function.Name];
            ParameterInfo[] ours = function.GetParameters();
            Assert.HasCount(parameters.Length, ours, function.Name);
            checks.AppendLine(
                CultureInfo.InvariantCulture,
                $"{returns} (WINAPI *check_{function.Name})({string.Join(", ", parameters)}) = {function.Name};");
            checks.AppendLine(
                CultureInfo.InvariantCulture,
                $"CHECK(sizeof({returns}) == {SizeInCall(function.ReturnType)}, \"what {function.Name} returns\");");
            for (int i = 0; i < ours.Length; i++)
            {
                checks.AppendLine(
                    CultureInfo.InvariantCulture,
                    $"CHECK(sizeof({parameters[i]}) == {SizeInCall(ours[i].ParameterType)}, \"{function.Name}, {ours[i].Name}\");");
            }
        }

        Compile(checks.ToString());
    }

    [TestMethod]
    public void AWrongConstantWouldBeSeen()
    {
        AssertFailedException failure = Assert.ThrowsExactly<AssertFailedException>(() => Compile("CHECK(DELETE == 1, \"DELETE\");\n"));
        StringAssert.Contains(failure.Message, "static assertion failed");
    }

    internal static int SizeInCall(Type type) =>
        type.IsPointer || type == typeof(nint) || type == typeof(SafeFileHandle) || type == typeof(string) ? 8
            : type == typeof(uint) || type == typeof(int) ? 4
            : -1;

    // Of the memory that our code fills, which is not what marshalling would make of it: char has 2 bytes.
    private static int SizeOf(Type structure) =>
        (int)typeof(System.Runtime.CompilerServices.Unsafe).GetMethod(nameof(System.Runtime.CompilerServices.Unsafe.SizeOf))!
            .MakeGenericMethod(structure)
            .Invoke(null, null)!;

    private static int OffsetOf(Type structure, FieldInfo field)
    {
        object value = Activator.CreateInstance(structure)!;
        field.SetValue(value, field.FieldType == typeof(nint) ? (nint)(-1) : field.FieldType == typeof(nuint) ? nuint.MaxValue
            : field.FieldType == typeof(char) ? char.MaxValue : field.FieldType.GetField("MaxValue")!.GetValue(null));
        byte[] bytes = (byte[])typeof(Win32ConstantsTests).GetMethod(nameof(BytesOf), BindingFlags.Static | BindingFlags.NonPublic)!
            .MakeGenericMethod(structure)
            .Invoke(null, [value])!;
        return Array.FindIndex(bytes, b => b != 0);
    }

    private static byte[] BytesOf<T>(T value)
        where T : unmanaged =>
        MemoryMarshal.AsBytes(MemoryMarshal.CreateSpan(ref value, 1)).ToArray();

    internal static void Compile(string checks)
    {
        string compiler = Tools.Require(Compiler);
        string folder = Directory.CreateTempSubdirectory("cow-constants").FullName;
        try
        {
            string file = Path.Combine(folder, "checks.c");
            File.WriteAllText(file, $"{Headers}\n{Missing}\n#define CHECK(fact, name) _Static_assert(fact, name)\n{checks}");
            (int exitCode, string output) = Command.Run(
                compiler, ["-std=c11", "-fsyntax-only", "-Werror=incompatible-pointer-types", "-Werror=int-conversion", file]);
            Assert.AreEqual(0, exitCode, output);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
