using System.Threading;
using CopyOnWrite.Windows;

namespace CopyOnWrite.Tests.OnWindows;

/// <summary>The system's calls, on a volume that says it clones and may not: what the strategy then asks for is counted.</summary>
internal sealed unsafe class CallsOnAVolumeThatClones : IWindowsCalls
{
    private readonly Win32Calls _system = new();
    private int _clonesAskedFor;

    internal int ClonesAskedFor => _clonesAskedFor;

    public uint BuildNumber() => _system.BuildNumber();

    public bool LongPathsEnabled() => _system.LongPathsEnabled();

    public long SystemTime() => _system.SystemTime();

    public int GetFileAttributes(string path, out Win32Native.WIN32_FILE_ATTRIBUTE_DATA data) => _system.GetFileAttributes(path, out data);

    public int SetFileAttributes(string path, uint attributes) => _system.SetFileAttributes(path, attributes);

    public int CreateFile(string path, uint access, uint share, uint disposition, uint flagsAndAttributes, out nint handle) =>
        _system.CreateFile(path, access, share, disposition, flagsAndAttributes, out handle);

    public int GetFreeBytes(string folder, out ulong bytes) => _system.GetFreeBytes(folder, out bytes);

    public void CloseHandle(nint handle) => _system.CloseHandle(handle);

    public int GetFileInformation(nint file, int infoClass, void* result, int size) =>
        _system.GetFileInformation(file, infoClass, result, size);

    public int GetNetworkOpenInformation(nint file, out Win32Native.FILE_NETWORK_OPEN_INFORMATION information) =>
        _system.GetNetworkOpenInformation(file, out information);

    public int SetFileInformation(nint file, int infoClass, void* info, int size) =>
        _system.SetFileInformation(file, infoClass, info, size);

    public int GetEaSize(nint file, out uint bytes) => _system.GetEaSize(file, out bytes);

    public int GetVolumeFlags(nint file, out uint flags)
    {
        int error = _system.GetVolumeFlags(file, out flags);
        flags |= Win32Native.FILE_SUPPORTS_BLOCK_REFCOUNTING;
        return error;
    }

    public int GetClusterSize(nint file, out uint bytes) => _system.GetClusterSize(file, out bytes);

    public int DeviceIoControl(nint file, uint code, void* input, int inputSize, void* output, int outputSize)
    {
        if (code == Win32Native.FSCTL_DUPLICATE_EXTENTS_TO_FILE)
        {
            Interlocked.Increment(ref _clonesAskedFor);
        }

        return _system.DeviceIoControl(file, code, input, inputSize, output, outputSize);
    }

    public int ReadFile(nint file, void* buffer, int count, out int read) => _system.ReadFile(file, buffer, count, out read);

    public int WriteFile(nint file, void* buffer, int count, out int written) => _system.WriteFile(file, buffer, count, out written);

    public int FlushFileBuffers(nint file) => _system.FlushFileBuffers(file);

    public int CopyFile(string from, string to) => _system.CopyFile(from, to);

    public int DeleteFile(string path) => _system.DeleteFile(path);

    public int Rename(nint file, string path, bool replace, bool posix) => _system.Rename(file, path, replace, posix);
}
