namespace CopyOnWrite.Windows;

/// <summary>
/// What the strategy asks of Windows, call by call, each answered with 0 or the error number (winerror.h). Behind it stands the system, or
/// in the tests a model of ReFS.
/// </summary>
internal unsafe interface IWindowsCalls
{
    /// <summary>Of the system, such as 19045; 0 when it cannot be had.</summary>
    uint BuildNumber();

    /// <summary>Of what has the name; links are not followed.</summary>
    int GetFileAttributes(string path, out Win32Native.WIN32_FILE_ATTRIBUTE_DATA data);

    int SetFileAttributes(string path, uint attributes);

    int CreateFile(string path, uint access, uint share, uint disposition, uint flagsAndAttributes, out nint handle);

    void CloseHandle(nint handle);

    int GetFileInformation(nint file, int infoClass, void* result, int size);

    int SetFileInformation(nint file, int infoClass, void* info, int size);

    /// <summary>Of the file's extended attributes, in bytes.</summary>
    int GetEaSize(nint file, out uint bytes);

    int GetVolumeFlags(nint file, out uint flags);

    /// <summary>In bytes.</summary>
    int GetClusterSize(nint file, out uint bytes);

    int DeviceIoControl(nint file, uint code, void* input, int inputSize, void* output, int outputSize);

    int ReadFile(nint file, void* buffer, int count, out int read);

    int WriteFile(nint file, void* buffer, int count, out int written);

    /// <summary>Never onto an existing file.</summary>
    int CopyFile(string from, string to);

    int DeleteFile(string path);

    /// <summary>Gives the open file this name, over a file that has it, also where others have that one open and share its deletion.</summary>
    int RenameOver(nint file, string path);

    /// <summary>The same by path, not over an open file: for systems and volumes without the other.</summary>
    int MoveOver(string from, string to);
}
