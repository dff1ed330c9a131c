namespace CopyOnWrite.Parity;

internal sealed partial class UnixFiles : ISystemFiles
{
    public void SetMode(string path, int mode) =>
        File.SetUnixFileMode(path, (UnixFileMode)Convert.ToInt32(mode.ToString(CultureInfo.InvariantCulture), 8));

    public FileState StateOf(FileSystemInfo info)
    {
        FileStatus status = FileStatus.Of(info.FullName);
        return new FileState(
            $"mode {Convert.ToString(status.Mode, 8)}",
            status.Length,
            DateTime.UnixEpoch.AddTicks(status.Modified / 100),
            status.Identity);
    }

    public void Open(FileSystemInfo info) =>
        info.UnixFileMode |= info is DirectoryInfo
            ? UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
            : UnixFileMode.UserRead;

    public void MakeHardLink(string existing, string path) => Check(link(existing, path), path);

    public void MakePipe(string path) => Check(mkfifo(path, 0x1B6), path);

    private static void Check(int result, string path)
    {
        if (result != 0)
        {
            throw new IOException($"{path}: errno {Marshal.GetLastPInvokeError()}");
        }
    }

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int mkfifo(string path, uint mode);

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int link(string existing, string path);
}
