using CopyOnWrite.Linux;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// A folder that stays the same one, whatever another user, who may rename above it, puts in its place: Linux opens it once, and reaches it
/// by the descriptor.
/// </summary>
internal sealed class OpenFolder : IDisposable
{
    private readonly int _descriptor = -1;

    /// <exception cref="IOException">It is no folder any more.</exception>
    internal OpenFolder(string path)
    {
        Path = path;
        if (OperatingSystem.IsLinux())
        {
            int flags = LinuxNative.O_PATH | LinuxNative.O_DIRECTORY | LinuxNative.O_NOFOLLOW | LinuxNative.O_CLOEXEC;
            var encoded = new byte[NativePath.MaximumLength];
            _descriptor = NativePath.TryEncode(path, encoded) ? LinuxNative.openat(LinuxNative.AT_FDCWD, encoded, flags, 0) : -1;
            if (_descriptor < 0)
            {
                throw new IOException($"{path} cannot be opened, or is a link by now");
            }

            // By number: git is another process.
            string opened = $"/proc/{Environment.ProcessId}/fd/{_descriptor}";
            Path = Directory.Exists(opened) ? opened : path;
        }
    }

    internal string Path { get; }

    public void Dispose() => _ = _descriptor < 0 ? 0 : LinuxNative.close(_descriptor);
}
