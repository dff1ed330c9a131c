namespace CopyOnWrite.Windows;

/// <summary>
/// What cloning asks of Windows, call by call, each answered with 0 or the error number (winerror.h). Behind it stands the system, or
/// in the tests a model of ReFS.
/// </summary>
internal unsafe interface IWindowsCalls
{
    /// <summary>Of the system, such as 19045; 0 if it is unavailable.</summary>
    uint BuildNumber();

    /// <summary>
    /// Whether the machine's setting LongPathsEnabled is on, by which MSBuild takes paths of 260 characters and more (NativeMethods.cs
    /// there).
    /// </summary>
    bool LongPathsEnabled();

    /// <summary>Now, in 100 ns since 1601, as the volumes' times are.</summary>
    long SystemTime();

    /// <summary>Of what has the name; links are not followed.</summary>
    int GetFileAttributes(string path, out Win32Native.WIN32_FILE_ATTRIBUTE_DATA data);

    int SetFileAttributes(string path, uint attributes);

    int CreateFile(string path, uint access, uint share, uint disposition, uint flagsAndAttributes, out nint handle);

    void CloseHandle(nint handle);

    /// <summary>Creates a folder, not those above it.</summary>
    /// <param name="security">A self-relative security descriptor (<see cref="SecurityDescriptor"/>).</param>
    int CreateFolder(string path, byte[] security);

    /// <summary>Owner and access list, as a self-relative security descriptor. The handle needs READ_CONTROL (in GENERIC_READ).</summary>
    int GetSecurity(nint file, out byte[] descriptor);

    /// <summary>The SID of the user that this process runs as.</summary>
    int GetUser(out byte[] sid);

    /// <summary>Where the open file lies, without links.</summary>
    int GetFinalPath(nint file, out string path);

    /// <summary>In bytes, what this user has left on the folder's volume: less than is free where there are quotas.</summary>
    int GetFreeBytes(string folder, out ulong bytes);

    int GetFileInformation(nint file, int infoClass, void* result, int size);

    /// <summary>Times, sizes and attributes in one call.</summary>
    int GetNetworkOpenInformation(nint file, out Win32Native.FILE_NETWORK_OPEN_INFORMATION information);

    int SetFileInformation(nint file, int infoClass, void* info, int size);

    /// <summary>Of the file's extended attributes, in bytes.</summary>
    int GetEaSize(nint file, out uint bytes);

    int GetVolumeFlags(nint file, out uint flags);

    /// <summary>In bytes.</summary>
    int GetClusterSize(nint file, out uint bytes);

    int DeviceIoControl(nint file, uint code, void* input, int inputSize, void* output, int outputSize);

    int ReadFile(nint file, void* buffer, int count, out int read);

    int WriteFile(nint file, void* buffer, int count, out int written);

    /// <summary>What was written to the file is on the disk afterwards. The handle needs GENERIC_WRITE.</summary>
    int FlushFileBuffers(nint file);

    /// <summary>Never onto an existing file.</summary>
    int CopyFile(string from, string to);

    int DeleteFile(string path);

    /// <summary>Gives the open file this name. The handle needs DELETE.</summary>
    /// <param name="replace">Whether an existing file makes way.</param>
    /// <param name="posix">
    /// Whether one also makes way that others have open and share for deletion (FILE_SUPPORTS_POSIX_UNLINK_RENAME).
    /// </param>
    int Rename(nint file, string path, bool replace, bool posix);
}
