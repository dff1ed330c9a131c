namespace CopyOnWrite.Tests.OnWindows;

/// <summary>The system's calls, for tests that change some of them.</summary>
internal abstract unsafe class SystemCalls : IWindowsCalls
{
    private readonly Win32Calls _system = new();

    public virtual uint BuildNumber() => _system.BuildNumber();

    public virtual bool LongPathsEnabled() => _system.LongPathsEnabled();

    public virtual long SystemTime() => _system.SystemTime();

    public virtual int GetFileAttributes(string path, out Win32Native.WIN32_FILE_ATTRIBUTE_DATA data) =>
        _system.GetFileAttributes(path, out data);

    public virtual int SetFileAttributes(string path, uint attributes) => _system.SetFileAttributes(path, attributes);

    public virtual int CreateFile(string path, uint access, uint share, uint disposition, uint flagsAndAttributes, out nint handle) =>
        _system.CreateFile(path, access, share, disposition, flagsAndAttributes, out handle);

    public virtual int GetFreeBytes(string folder, out ulong bytes) => _system.GetFreeBytes(folder, out bytes);

    public virtual int CreateFolder(string path, byte[] security) => _system.CreateFolder(path, security);

    public virtual int GetSecurity(nint file, out byte[] descriptor) => _system.GetSecurity(file, out descriptor);

    public virtual int GetUser(out byte[] sid) => _system.GetUser(out sid);

    public virtual int GetFinalPath(nint file, out string path) => _system.GetFinalPath(file, out path);

    public virtual int FindFiles(string pattern, ICollection<string> names) => _system.FindFiles(pattern, names);

    public virtual void CloseHandle(nint handle) => _system.CloseHandle(handle);

    public virtual int GetFileInformation(nint file, int infoClass, void* result, int size) =>
        _system.GetFileInformation(file, infoClass, result, size);

    public virtual int GetNetworkOpenInformation(nint file, out Win32Native.FILE_NETWORK_OPEN_INFORMATION information) =>
        _system.GetNetworkOpenInformation(file, out information);

    public virtual int SetFileInformation(nint file, int infoClass, void* info, int size) =>
        _system.SetFileInformation(file, infoClass, info, size);

    public virtual int GetEaSize(nint file, out uint bytes) => _system.GetEaSize(file, out bytes);

    public virtual int GetProcessesUsing(nint file, out int[] ids) => _system.GetProcessesUsing(file, out ids);

    public virtual int GetVolumeFlags(nint file, out uint flags) => _system.GetVolumeFlags(file, out flags);

    public virtual int GetClusterSize(nint file, out uint bytes) => _system.GetClusterSize(file, out bytes);

    public virtual int DeviceIoControl(nint file, uint code, void* input, int inputSize, void* output, int outputSize) =>
        _system.DeviceIoControl(file, code, input, inputSize, output, outputSize);

    public virtual int ReadFile(nint file, void* buffer, int count, out int read) => _system.ReadFile(file, buffer, count, out read);

    public virtual int WriteFile(nint file, void* buffer, int count, out int written) =>
        _system.WriteFile(file, buffer, count, out written);

    public virtual int FlushFileBuffers(nint file) => _system.FlushFileBuffers(file);

    public virtual int CopyFile(string from, string to) => _system.CopyFile(from, to);

    public virtual int DeleteFile(string path) => _system.DeleteFile(path);

    public virtual int Rename(nint file, string path, bool replace, bool posix) => _system.Rename(file, path, replace, posix);
}
