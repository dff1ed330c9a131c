namespace CopyOnWrite.Windows;

/// <summary>
/// The calls of Windows that cloning needs; each answers with 0 or the error number (winerror.h). They are the system's, or
/// in tests those of a model of ReFS.
/// </summary>
internal unsafe interface IWindowsCalls
{
    /// <summary>The system's build, such as 19045; 0 if it is unavailable.</summary>
    uint BuildNumber();

    /// <summary>Now, in 100 ns since 1601, as the volumes' times are.</summary>
    long SystemTime();

    /// <summary>Reads what has the name; links are not followed.</summary>
    int GetFileAttributes(string path, out Win32Native.WIN32_FILE_ATTRIBUTE_DATA data);

    int SetFileAttributes(string path, uint attributes);

    int CreateFile(string path, uint access, uint share, uint disposition, uint flagsAndAttributes, out nint handle);

    void CloseHandle(nint handle);

    /// <summary>Creates a folder, not those above it.</summary>
    /// <param name="security">As text (<see cref="SecurityDescriptor"/>).</param>
    int CreateFolder(string path, string security);

    /// <summary>Reads owner and access list, as text. Needs READ_CONTROL (in GENERIC_READ).</summary>
    int GetSecurity(nint file, out string descriptor);

    /// <summary>The user that this process runs as, as a security descriptor names it.</summary>
    int GetUser(out string user);

    /// <summary>Reads the open file's path, without links.</summary>
    int GetFinalPath(nint file, out string path);

    /// <summary>Reads the bytes that this user may still write on the folder's volume: less than is free under a quota.</summary>
    int GetFreeBytes(string folder, out ulong bytes);

    int GetFileInformation(nint file, int infoClass, void* result, int size);

    /// <summary>Reads times, sizes and attributes in one call.</summary>
    int GetNetworkOpenInformation(nint file, out Win32Native.FILE_NETWORK_OPEN_INFORMATION information);

    int SetFileInformation(nint file, int infoClass, void* info, int size);

    /// <summary>Reads the bytes of the file's extended attributes.</summary>
    int GetEaSize(nint file, out uint bytes);

    /// <summary>All extended attributes, as a list of FILE_FULL_EA_INFORMATION.</summary>
    int GetEas(nint file, void* result, int size);

    /// <summary>Reads the ids of the other processes that have the file open or mapped.</summary>
    int GetProcessesUsing(nint file, out int[] ids);

    int GetVolumeFlags(nint file, out uint flags);

    /// <summary>In bytes.</summary>
    int GetClusterSize(nint file, out uint bytes);

    int DeviceIoControl(nint file, uint code, void* input, int inputSize, void* output, int outputSize);

    int ReadFile(nint file, void* buffer, int count, out int read);

    int WriteFile(nint file, void* buffer, int count, out int written);

    /// <summary>Waits until what was written to the file is on the disk. The handle needs GENERIC_WRITE.</summary>
    int FlushFileBuffers(nint file);

    /// <summary>Copies by CopyFileEx, never onto an existing file.</summary>
    int CopyFile(string from, string to);

    int DeleteFile(string path);

    /// <summary>Gives the open file this name. The handle needs DELETE.</summary>
    /// <param name="flags">FILE_RENAME_FLAG; by POSIX also a file is replaced that others have open and share for deletion.</param>
    int Rename(nint file, string path, uint flags);
}
