using static CopyOnWrite.Windows.Win32Native;

namespace CopyOnWrite.Windows;

/// <summary>
/// The calls of Windows that cloning needs. Each answers with 0 or the error number (winerror.h), as do methods of this folder that make
/// calls and return a number. Tests replace some, or all by a model of ReFS.
/// </summary>
internal unsafe class Win32Calls
{
    private const int GetFileExInfoStandard = 0;
    private const uint OwnerAndAccess = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
    private const string Owner = "O:";

    // What GetCurrentProcessToken of processthreadsapi.h gives, from Windows 8 on: not to be closed.
    private const nint CurrentProcessToken = -4;

    /// <summary>The system's build, such as 19045. .NET Framework may give Windows 8's: clones are explicit then, as right.</summary>
    public virtual int BuildNumber() => Environment.OSVersion.Version.Build;

    /// <summary>Now, in 100 ns since 1601, as the volumes' times are.</summary>
    public virtual long SystemTime() => DateTime.UtcNow.ToFileTimeUtc();

    /// <summary>Reads what has the name; links are not followed.</summary>
    public virtual int GetFileAttributes(string path, out WIN32_FILE_ATTRIBUTE_DATA data) =>
        ErrorOf(GetFileAttributesExW(Win32Path.ForCalls(path), GetFileExInfoStandard, out data));

    public virtual int SetFileAttributes(string path, uint attributes) => ErrorOf(SetFileAttributesW(Win32Path.ForCalls(path), attributes));

    public virtual int CreateFile(string path, uint access, uint share, uint disposition, uint flagsAndAttributes, out nint handle)
    {
        handle = CreateFileW(Win32Path.ForCalls(path), access, share, null, disposition, flagsAndAttributes, 0);
        return handle == INVALID_HANDLE_VALUE ? Error : 0;
    }

    /// <summary>Creates a folder, not those above it.</summary>
    /// <param name="security">As text (<see cref="SecurityDescriptor"/>).</param>
    public virtual int CreateFolder(string path, string security)
    {
        int error = Read(security, out nint descriptor);
        if (error == 0)
        {
            var attributes = new SECURITY_ATTRIBUTES { Length = (uint)sizeof(SECURITY_ATTRIBUTES), SecurityDescriptor = descriptor };
            error = ErrorOf(CreateDirectoryW(Win32Path.ForCalls(path), &attributes));
            Marshal.FreeHGlobal(descriptor);
        }

        return error;
    }

    /// <summary>Reads owner and access list, as text. Needs READ_CONTROL (in GENERIC_READ).</summary>
    public virtual int GetSecurity(nint file, out string descriptor)
    {
        // More than an owner and an access list have, whose length is a number of 16 bits.
        const int Size = 66 * 1024;
        descriptor = string.Empty;
        fixed (byte* found = new byte[Size])
        {
            int error = ErrorOf(GetKernelObjectSecurity(file, OwnerAndAccess, found, Size, out _));
            return error != 0 ? error : Write((nint)found, out descriptor);
        }
    }

    /// <summary>The user that this process runs as, as a security descriptor names it.</summary>
    public virtual int GetUser(out string user)
    {
        user = string.Empty;

        // SECURITY_MAX_SID_SIZE is 68.
        const int Size = 128;
        long* buffer = stackalloc long[Size / sizeof(long)];
        uint needed;
        int error = ErrorOf(GetTokenInformation(CurrentProcessToken, TokenUser, buffer, Size, &needed));

        // TOKEN_USER begins with the address of the SID.
        nint text = 0;
        error = error != 0 ? error : ErrorOf(ConvertSidToStringSidW(*(nint*)buffer, out text));
        if (error == 0)
        {
            // Some have two letters in the text of a descriptor, as the machine's Administrator, LA.
            error = Read(Owner + Marshal.PtrToStringUni(text), out nint descriptor);
            Marshal.FreeHGlobal(text);
            error = error != 0 ? error : Write(descriptor, out user);
            Marshal.FreeHGlobal(descriptor);
            user = user.Substring(error == 0 ? Owner.Length : 0);
        }

        return error;
    }

    /// <summary>Reads the open file's path, without links.</summary>
    public virtual int GetFinalPath(nint file, out string path)
    {
        // The longest path there is, with its zero (UNICODE_STRING_MAX_CHARS).
        const int Longest = 32768;
        var buffer = new char[Longest];
        uint length = GetFinalPathNameByHandleW(file, buffer, Longest, VOLUME_NAME_DOS);
        int error = length == 0 ? Error : length >= Longest ? ERROR_INSUFFICIENT_BUFFER : 0;
        path = error == 0 ? new string(buffer, 0, (int)length) : string.Empty;
        return error;
    }

    public virtual void CloseHandle(nint handle) => _ = Win32Native.CloseHandle(handle);

    public virtual int GetFileInformation(nint file, int infoClass, void* result, int size) =>
        ErrorOf(GetFileInformationByHandleEx(file, infoClass, result, (uint)size));

    /// <summary>Reads times, sizes and attributes in one call.</summary>
    public virtual int GetNetworkOpenInformation(nint file, out FILE_NETWORK_OPEN_INFORMATION information)
    {
        fixed (FILE_NETWORK_OPEN_INFORMATION* result = &information)
        {
            return Query(file, FileNetworkOpenInformation, result, sizeof(FILE_NETWORK_OPEN_INFORMATION));
        }
    }

    public virtual int SetFileInformation(nint file, int infoClass, void* info, int size) =>
        ErrorOf(SetFileInformationByHandle(file, infoClass, info, (uint)size));

    /// <summary>Reads the bytes of the file's extended attributes.</summary>
    public virtual int GetEaSize(nint file, out uint bytes)
    {
        // FILE_EA_INFORMATION has this number only.
        fixed (uint* result = &bytes)
        {
            return Query(file, FileEaInformation, result, sizeof(uint));
        }
    }

    /// <summary>All extended attributes, as a list of FILE_FULL_EA_INFORMATION.</summary>
    public virtual int GetEas(nint file, void* result, int size)
    {
        IO_STATUS_BLOCK status;
        return ErrorOfStatus(NtQueryEaFile(file, &status, result, (uint)size, 0, null, 0, null, 1));
    }

    /// <summary>Reads the ids of the other processes that have the file open or mapped.</summary>
    public virtual int GetProcessesUsing(nint file, out int[] ids)
    {
        // FILE_PROCESS_IDS_USING_FILE_INFORMATION: their number, then each. Where there are more it is an error.
        const int Most = 255;
        nint* found = stackalloc nint[1 + Most];
        int error = Query(file, FileProcessIdsUsingFileInformation, found, (1 + Most) * sizeof(nint));
        int count = error == 0 ? *(int*)found : 0;
        var all = new int[count];
        for (int i = 0; i < count; i++)
        {
            all[i] = (int)found[1 + i];
        }

        int self = ProcessFiles.OwnId();
        ids = Array.FindAll(all, id => id != self);
        return error;
    }

    /// <param name="name">The file system's, such as "ReFS".</param>
    public virtual int GetVolumeFlags(nint file, out uint flags, out string name)
    {
        const int MostCharacters = 261; // MAX_PATH + 1, by the function's page.
        char* text = stackalloc char[MostCharacters];
        text[0] = '\0';
        int error = ErrorOf(GetVolumeInformationByHandleW(file, null, 0, null, null, out flags, text, MostCharacters));
        name = new string(text);
        return error;
    }

    public virtual int GetVolumeSize(nint file, out FILE_FS_SIZE_INFORMATION size)
    {
        IO_STATUS_BLOCK status;
        fixed (FILE_FS_SIZE_INFORMATION* result = &size)
        {
            return ErrorOfStatus(NtQueryVolumeInformationFile(
                file, &status, result, (uint)sizeof(FILE_FS_SIZE_INFORMATION), FileFsSizeInformation));
        }
    }

    public virtual int DeviceIoControl(nint file, uint code, void* input, int inputSize, void* output, int outputSize)
    {
        uint returned;
        return ErrorOf(Win32Native.DeviceIoControl(file, code, input, (uint)inputSize, output, (uint)outputSize, &returned, null));
    }

    public virtual int ReadFile(nint file, void* buffer, int count, out int read) =>
        ErrorOf(Win32Native.ReadFile(file, buffer, count, out read, null));

    public virtual int WriteFile(nint file, void* buffer, int count, out int written) =>
        ErrorOf(Win32Native.WriteFile(file, buffer, count, out written, null));

    /// <summary>Waits until what was written to the file is on the disk. The handle needs GENERIC_WRITE.</summary>
    public virtual int FlushFileBuffers(nint file) => ErrorOf(Win32Native.FlushFileBuffers(file));

    /// <summary>Copies by CopyFileEx, never onto an existing file.</summary>
    public virtual int CopyFile(string from, string to) =>
        ErrorOf(CopyFileExW(Win32Path.ForCalls(from), Win32Path.ForCalls(to), null, null, null, COPY_FILE_FAIL_IF_EXISTS));

    public virtual int DeleteFile(string path) => ErrorOf(DeleteFileW(Win32Path.ForCalls(path)));

    /// <summary>Gives the open file this name. The handle needs DELETE.</summary>
    /// <param name="flags">FILE_RENAME_FLAG; by POSIX also a file is replaced that others have open and share for deletion.</param>
    public virtual int Rename(nint file, string path, uint flags)
    {
        // An array begins where a handle may. There is space for the name's zero behind it. FileRenameInfo has a BOOLEAN at the place of
        // the flags, and reads the same bit. The name's characters as they are: half of a surrogate pair is no text for an Encoding.
        char[] name = Win32Path.ForCalls(path).ToCharArray();
        int length = name.Length * sizeof(char);
        var head = new FILE_RENAME_INFO { Flags = flags, FileNameLength = (uint)length };
        var buffer = new byte[sizeof(FILE_RENAME_INFO) + length];
        fixed (byte* start = buffer)
        {
            *(FILE_RENAME_INFO*)start = head;
            Buffer.BlockCopy(name, 0, buffer, (int)((byte*)&head.FileName - (byte*)&head), length);
            bool posix = (flags & FILE_RENAME_FLAG_POSIX_SEMANTICS) != 0;
            return SetFileInformation(file, posix ? FileRenameInfoEx : FileRenameInfo, start, buffer.Length);
        }
    }

    private static int Query(nint file, int infoClass, void* result, int size)
    {
        IO_STATUS_BLOCK status;
        return ErrorOfStatus(NtQueryInformationFile(file, &status, result, (uint)size, infoClass));
    }

    /// <param name="descriptor">To be freed; Marshal.FreeHGlobal calls LocalFree.</param>
    private static int Read(string text, out nint descriptor) =>
        ErrorOf(ConvertStringSecurityDescriptorToSecurityDescriptorW(text, SDDL_REVISION_1, out descriptor, null));

    private static int Write(nint descriptor, out string text)
    {
        int error = ErrorOf(ConvertSecurityDescriptorToStringSecurityDescriptorW(
            descriptor, SDDL_REVISION_1, OwnerAndAccess, out nint found, null));
        text = error == 0 ? Marshal.PtrToStringUni(found)! : string.Empty;
        Marshal.FreeHGlobal(found);
        return error;
    }

    private static int ErrorOf(int success) => success != 0 ? 0 : Error;

    private static int ErrorOfStatus(int status) => status >= 0 ? 0 : (int)RtlNtStatusToDosError(status);
}
