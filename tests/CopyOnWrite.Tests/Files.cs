namespace CopyOnWrite.Tests;

/// <summary>Files to copy, of known content.</summary>
internal static partial class Files
{
    internal const UnixFileMode Mode644 = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    /// <summary>
    /// Content that depends on name and length, so that no two files of a test are equal by accident. On the disk, unless
    /// <paramref name="fresh"/>: small files are not cloned before they are there.
    /// </summary>
    internal static string Write(string path, int length, UnixFileMode mode = Mode644, DateTime? modified = null, bool fresh = false)
    {
        var content = new byte[length];
        new Random(HashCode.Combine(length, Path.GetFileName(path).Length)).NextBytes(content);
        // A file that was truncated is written to its disk when it is closed, by btrfs and xfs, so a fresh one is a new one.
        using (var file = new FileStream(path, fresh ? System.IO.FileMode.CreateNew : System.IO.FileMode.Create))
        {
            file.Write(content);
            file.Flush(flushToDisk: !fresh);
        }

        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(path, mode);
        }

        // 100 ns, the finest that .NET can set and compare; well in the past, so that "now" is never taken for it.
        File.SetLastWriteTimeUtc(path, modified ?? new DateTime(2020, 2, 29, 12, 34, 56, DateTimeKind.Utc).AddTicks(1234567));
        if (OperatingSystem.IsWindows() && (mode & UnixFileMode.UserWrite) == 0)
        {
            File.SetAttributes(path, FileAttributes.ReadOnly);
        }

        return path;
    }

    /// <summary>A file that a living process makes, under a temporary name, with the lock of <see cref="LockedTempFile"/>.</summary>
    internal static unsafe FileStream MakeLocked(string path)
    {
        var file = new FileStream(path, System.IO.FileMode.CreateNew, FileAccess.ReadWrite, FileShare.ReadWrite);
        var whole = new LinuxNative.Flock { Type = LinuxNative.F_WRLCK };
        Assert.AreEqual(0, LinuxNative.fcntl((int)file.SafeFileHandle.DangerousGetHandle(), LinuxNative.F_OFD_SETLK, (nint)(&whole)));
        return file;
    }

    /// <summary>The name of a temporary file (<see cref="ProcessFiles"/>) whose process has ended.</summary>
    internal static string LeftByAnEndedProcess(Platform platform)
    {
        using Process process = Process.Start("true");
        process.WaitForExit();
        return platform.ProcessFiles.NewName().Replace($"-{Environment.ProcessId}-", $"-{process.Id}-", StringComparison.Ordinal);
    }

    /// <summary>A descriptor; no lock is taken, unlike .NET's own way to open a file.</summary>
    internal static nint OpenForWriting(string path) => LinuxNative.open(Encoded(path), LinuxNative.O_WRONLY | LinuxNative.O_CLOEXEC, 0);

    private static byte[] Encoded(string path) => System.Text.Encoding.UTF8.GetBytes(path + '\0');

    /// <summary>Until disposed, new files of this process get no bits that the mask takes away.</summary>
    internal static IDisposable Umask(uint mask)
    {
        uint before = umask(mask);
        return new Cache.CacheLane.Undo(() => _ = umask(before));
    }

    [LibraryImport("libc")]
    private static partial uint umask(uint mask);
}
