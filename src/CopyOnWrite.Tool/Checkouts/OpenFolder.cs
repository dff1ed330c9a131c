using static CopyOnWrite.Linux.LinuxNative;

namespace CopyOnWrite.Tool.Checkouts;

/// <summary>
/// A folder that stays the same one, even if another user who may rename above it puts another in its place: Linux opens the folder once,
/// and reaches it by the descriptor.
/// </summary>
internal sealed class OpenFolder : IDisposable
{
    private readonly int _descriptor;

    private OpenFolder(string path, int descriptor)
    {
        // By this process's number, as git is another process.
        string opened = $"/proc/{Environment.ProcessId}/fd/{descriptor}";
        (Path, _descriptor) = (descriptor >= 0 && Directory.Exists(opened) ? opened : path, descriptor);
    }

    internal string Path { get; }

    /// <exception cref="IOException">The path does not lead to a folder, or is a link by now.</exception>
    internal static OpenFolder At(string path)
    {
        int descriptor = OperatingSystem.IsLinux() ? Open(AT_FDCWD, path) : -1;
        return descriptor < 0 && OperatingSystem.IsLinux() ? throw new IOException($"{path} cannot be opened, or was replaced by a link")
            : new OpenFolder(path, descriptor);
    }

    /// <summary>Opens a folder below; null where a link is on the way, or where there is nothing.</summary>
    internal OpenFolder? TryOpen(string relative)
    {
        string path = System.IO.Path.Join(Path, relative);
        string[] names = relative.Split(System.IO.Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries);
        if (!OperatingSystem.IsLinux())
        {
            return names.Select((_, i) => new DirectoryInfo(System.IO.Path.Join([Path, .. names[..(i + 1)]])))
                .All(folder => folder is { Exists: true, LinkTarget: null }) ? new OpenFolder(path, -1) : null;
        }

        int descriptor = Open(_descriptor, ".");
        foreach (string name in names)
        {
            int above = descriptor;
            descriptor = Open(above, name);
            _ = close(above);
        }

        return descriptor < 0 ? null : new OpenFolder(path, descriptor);
    }

    public void Dispose() => _ = _descriptor < 0 ? 0 : close(_descriptor);

    private static int Open(int above, string name)
    {
        var encoded = new byte[NativePath.MaximumLength];
        return NativePath.TryEncode(name, encoded) ? openat(above, encoded, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0) : -1;
    }
}
