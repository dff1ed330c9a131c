namespace CopyOnWrite.Parity;

/// <summary>Windows keeps one of the permission bits: a file that its owner may not write is read-only.</summary>
internal sealed unsafe partial class WindowsFiles : ISystemFiles
{
    private const int OwnerWrites = 2;

    // What CopyFile copies (CopyFileW's page: the attributes), without those that a file gets by being written or indexed.
    private const FileAttributes Compared = ~(FileAttributes.Normal | FileAttributes.Archive | FileAttributes.NotContentIndexed);

    public void SetMode(string path, int mode)
    {
        // The attribute has no effect on a folder; NotOnWindows leaves such scenarios out.
        if ((mode / 100 % 10 & OwnerWrites) == 0 && File.Exists(path))
        {
            File.SetAttributes(path, FileAttributes.ReadOnly);
        }
    }

    public FileState StateOf(FileSystemInfo info)
    {
        FileAttributes attributes = info.Attributes;
        long length = info is FileInfo file ? file.Length : 0;
        return new FileState(
            $"attributes {attributes & Compared}",
            length,
            info.LastWriteTimeUtc,
            info is FileInfo ? IdentityOf(info.FullName) : info.FullName);
    }

    public void Open(FileSystemInfo info) => info.Attributes &= ~FileAttributes.ReadOnly;

    public void MakeHardLink(string existing, string path)
    {
        if (CreateHardLinkW(path, existing, 0) == 0)
        {
            throw new IOException($"CreateHardLink {path}: error {Marshal.GetLastPInvokeError()}");
        }
    }

    public void MakePipe(string path) => throw new PlatformNotSupportedException("Windows has no pipes in folders.");

    private static string IdentityOf(string path)
    {
        using SafeFileHandle handle = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        ByHandleFileInformation information;
        return GetFileInformationByHandle(handle, &information) != 0
            ? $"{information.VolumeSerialNumber:x}/{information.FileIndexHigh:x}{information.FileIndexLow:x8}"
            : throw new IOException($"GetFileInformationByHandle {path}: error {Marshal.GetLastPInvokeError()}");
    }

    [LibraryImport("kernel32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    private static partial int CreateHardLinkW(string path, string existing, nint securityAttributes);

    [LibraryImport("kernel32", SetLastError = true)]
    private static partial int GetFileInformationByHandle(SafeFileHandle file, ByHandleFileInformation* information);

    // BY_HANDLE_FILE_INFORMATION, fileapi.h. The times are two DWORDs each, so nothing is padded.
    [StructLayout(LayoutKind.Sequential)]
    private struct ByHandleFileInformation
    {
        public uint Attributes;
        public fixed uint Times[6];
        public uint VolumeSerialNumber;
        public uint FileSizeHigh;
        public uint FileSizeLow;
        public uint NumberOfLinks;
        public uint FileIndexHigh;
        public uint FileIndexLow;
    }
}
