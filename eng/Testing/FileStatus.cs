using LinuxNative = CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Testing;

/// <summary>
/// A file's status with times in nanoseconds since 1970: a DateTime counts 100 ns, and a copy whose time lost the last two digits is
/// one of the faults to find. Outside of Linux times have .NET's precision, and Identity is the path.
/// </summary>
/// <param name="Changed">The time of the last change to the inode itself, which no call sets; 0 when unknown.</param>
/// <param name="Born">The inode's creation; 0 when unknown.</param>
/// <param name="IsRegularFile">False for folders, links, pipes, sockets and devices: opening a pipe would wait for a writer.</param>
public readonly record struct FileStatus(
    int Mode, long Length, long Modified, long Changed, long Born, string Identity, bool IsRegularFile)
{
    /// <summary>Reads the status; of a link itself.</summary>
    public static FileStatus Of(string path) => Of(path, LinuxNative.AT_SYMLINK_NOFOLLOW);

    public static FileStatus OfTarget(string path) => Of(path, 0);

    private static FileStatus Of(string path, int flags)
    {
        if (!OperatingSystem.IsLinux())
        {
            return Portable(path);
        }

        byte[] encoded = Encoding.UTF8.GetBytes(path + '\0');
        uint wanted = LinuxNative.STATX_BASIC_STATS | LinuxNative.STATX_BTIME;
        if (LinuxNative.statx(LinuxNative.AT_FDCWD, encoded, flags, wanted, out LinuxNative.Statx status) != 0)
        {
            throw new IOException($"{path} has no status: error {LinuxNative.Error}.", LinuxNative.Error);
        }

        return new FileStatus(
            (int)(status.Mode & UnixMode.All),
            (long)status.Size,
            UnixTime.NanosecondsOf(status.ModifySeconds, status.ModifyNanoseconds),
            UnixTime.NanosecondsOf(status.ChangeSeconds, status.ChangeNanoseconds),
            (status.Mask & LinuxNative.STATX_BTIME) != 0 ? UnixTime.NanosecondsOf(status.BirthSeconds, status.BirthNanoseconds) : 0,
            $"{status.DeviceMajor}:{status.DeviceMinor}/{status.Inode}",
            status.IsRegularFile);
    }

    private static FileStatus Portable(string path)
    {
        var info = new FileInfo(path);
        long modified = (info.LastWriteTimeUtc - DateTime.UnixEpoch).Ticks * TimeSpan.NanosecondsPerTick;
        long length = info.Exists ? info.Length : 0;
        int mode = OperatingSystem.IsWindows() ? 0 : (int)info.UnixFileMode;
        return new FileStatus(mode, length, modified, 0, 0, info.FullName, info.Exists);
    }
}
