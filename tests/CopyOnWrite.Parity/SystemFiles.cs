namespace CopyOnWrite.Parity;

/// <param name="Permissions">What a copy is to have or not to have of the source's, as text.</param>
/// <param name="Identity">The same for two names of one file.</param>
internal readonly record struct FileState(string Permissions, long Length, DateTime Modified, string Identity);

/// <summary>
/// What scenarios need of the system beyond .NET's files: who may do what with a file, and which names are one file. Windows keeps one of
/// the permission bits: a file that its owner may not write is read-only.
/// </summary>
internal static unsafe partial class SystemFiles
{
    private const int OwnerWrites = 2;

    // What CopyFile copies (CopyFileW's page: the attributes), without those that a file gets by being written or indexed.
    private const FileAttributes Compared = ~(FileAttributes.Normal | FileAttributes.Archive | FileAttributes.NotContentIndexed);

    /// <param name="mode">Permission bits as one writes them: 644 means rw-r--r--.</param>
    internal static void SetMode(string path, int mode)
    {
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, (UnixFileMode)Convert.ToInt32(mode.ToString(CultureInfo.InvariantCulture), 8));
        }
        else if ((mode / 100 % 10 & OwnerWrites) == 0 && File.Exists(path))
        {
            // The attribute has no effect on a folder; NotOnWindows leaves such scenarios out.
            File.SetAttributes(path, FileAttributes.ReadOnly);
        }
    }

    internal static FileState StateOf(FileSystemInfo info)
    {
        FileStatus status = FileStatus.Of(info.FullName);
        bool isWindows = OperatingSystem.IsWindows();
        return new FileState(
            isWindows ? $"attributes {info.Attributes & Compared}" : $"mode {Convert.ToString(status.Mode, 8)}",
            status.Length,
            isWindows ? info.LastWriteTimeUtc : DateTime.UnixEpoch.AddTicks(status.Modified / 100),
            isWindows && info is FileInfo ? WindowsIdentityOf(info.FullName) : status.Identity);
    }

    /// <summary>Takes away what keeps the owner from reading, entering or deleting it.</summary>
    internal static void Open(FileSystemInfo info)
    {
        if (OperatingSystem.IsWindows())
        {
            info.Attributes &= ~FileAttributes.ReadOnly;
            return;
        }

        info.UnixFileMode |= info is DirectoryInfo
            ? UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
            : UnixFileMode.UserRead;
    }

    internal static void MakeHardLink(string existing, string path)
    {
        bool made = OperatingSystem.IsWindows() ? CreateHardLinkW(path, existing, 0) != 0 : link(existing, path) == 0;
        _ = made ? path : throw new IOException($"A hard link, {path}: error {Marshal.GetLastPInvokeError()}");
    }

    private static string WindowsIdentityOf(string path)
    {
        using SafeFileHandle handle = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        ByHandleFileInformation information;
        return GetFileInformationByHandle(handle, &information) != 0
            ? $"{information.VolumeSerialNumber:x}/{information.FileIndexHigh:x}{information.FileIndexLow:x8}"
            : throw new IOException($"GetFileInformationByHandle {path}: error {Marshal.GetLastPInvokeError()}");
    }

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int link(string existing, string path);

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
