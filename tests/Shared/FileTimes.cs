namespace CopyOnWrite.Testing;

/// <summary>Modification times to the nanosecond: .NET sets 100 ns, so a time that it puts back is another than before.</summary>
internal static unsafe partial class FileTimes
{
    private const int AT_FDCWD = -100;
    private const nint UTIME_OMIT = (1 << 30) - 2;

    internal static void SetModified(string path, long nanoseconds)
    {
        if (OperatingSystem.IsWindows())
        {
            File.SetLastWriteTimeUtc(path, DateTime.UnixEpoch.AddTicks(nanoseconds / TimeSpan.NanosecondsPerTick));
            return;
        }

        nint* times = stackalloc nint[] { 0, UTIME_OMIT, (nint)(nanoseconds / 1_000_000_000), (nint)(nanoseconds % 1_000_000_000) };
        Assert.AreEqual(0, utimensat(AT_FDCWD, path, times, 0), $"utimensat {path}: errno {Marshal.GetLastPInvokeError()}");
    }

    /// <summary>Changes a file, keeping its length and modification time.</summary>
    internal static void Keeping(string path, Action<string> change)
    {
        FileStatus before = FileStatus.Of(path);
        change(path);
        SetModified(path, before.Modified);
        FileStatus after = FileStatus.Of(path);
        Assert.AreEqual((before.Length, before.Modified), (after.Length, after.Modified), path);
    }

    [LibraryImport("libc", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int utimensat(int folder, string path, nint* times, int flags);
}
